import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../../server/store/tables.ts';

/** The size of a load run. */
export type Amounts = { deals: number; people: number };

/** A person who is online: their id, their session token, and the deal on their screen. */
export type Online = { uuid: string; token: string; deal: string; element: string };

/** The token of the n-th session, in the server's format; 0 = the admin's. */
const tokenOf = (n: number) => `load-${n}`.padEnd(43, '-');

export const ADMIN_TOKEN = tokenOf(0);

/** How many people participate in each deal, besides its creator. */
const PARTICIPANTS = 7;
const HEADERS = 20;

const ID = {
  firm: 'aaaaaaaa-0000-7000-8000-000000000000',
  admin: 'bbbbbbbb-0000-7000-8000-000000000000',
};

/** Returns SQL for the n-th id of a kind. `prefix` has eight hexadecimal digits. */
const id = (prefix: string, n: string) =>
  sql.raw(`('${prefix}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`);
const idHere = (prefix: string, n: number) => `${prefix}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/**
 * Fills an empty database by SQL: one firm with this many people and an admin, each with a session, and this
 * many deals, each with eight participants, twenty headers and twenty documents. The result is always the
 * same.
 */
export async function seedDeals(db: Kysely<Tables>, { deals, people }: Amounts): Promise<Online[]> {
  await sql`insert into organizations (uuid, name, created_at) values (${ID.firm}, 'Firm', now())`.execute(
    db,
  );
  await sql`
    insert into users (uuid, email, first_name, last_name, organization, role, password_hash, created_at, version, modified_at)
    select ${id('bbbbbbbb', 'n')}, 'person-' || n || '@firm.test', 'Person', n::text, ${ID.firm},
      case when n = 0 then 'admin' else 'member' end, '', now(), 1, now()
    from generate_series(0, ${people}::int) as n
  `.execute(db);
  await sql`
    insert into transactions (uuid, organization, name, client_name, is_sample, created_at, created_by, version, modified_at, num_documents)
    select ${id('cccccccc', 'n')}, ${ID.firm}, 'Project ' || n, 'Client ' || n % 97, false,
      now() - n * interval '1 minute', ${id('bbbbbbbb', `(1 + n % ${people})`)}, 1, now(), ${HEADERS}
    from generate_series(1, ${deals}::int) as n
  `.execute(db);
  await sql`
    insert into participants (uuid, transaction, user_uuid, creator, deleted, archived, created_at, version, modified_at)
    select ${id('dddddddd', '(n * 16 + k)')}, ${id('cccccccc', 'n')}, ${id('bbbbbbbb', `(1 + (n + k * 13) % ${people})`)},
      k = 0, false, false, now(), 1, now()
    from generate_series(1, ${deals}::int) as n, generate_series(0, ${PARTICIPANTS}::int) as k
    on conflict do nothing
  `.execute(db);
  const row = sql`${id('bbbbbbbb', '1')}, 1, now()`;
  await sql`
    insert into items (uuid, transaction, name, created_at, created_by, version, modified_at)
    select ${id('eeeeeeee', '(n * 64 + k)')}, ${id('cccccccc', 'n')}, 'Document ' || k, now(), ${row}
    from generate_series(1, ${deals}::int) as n, generate_series(1, ${HEADERS}::int) as k
  `.execute(db);
  await sql`
    insert into elements (uuid, transaction, item, label, "order", created_at, created_by, version, modified_at)
    select ${id('ffffffff', '(n * 64 + k)')}, ${id('cccccccc', 'n')},
      case when k >= ${HEADERS} then ${id('eeeeeeee', `(n * 64 + k - ${HEADERS} + 1)`)} end,
      case when k < ${HEADERS} then 'Header ' || k end, k, now(), ${row}
    from generate_series(1, ${deals}::int) as n, generate_series(0, ${2 * HEADERS - 1}::int) as k
  `.execute(db);
  const online = Array.from({ length: people }, (_, n): Online => ({
    uuid: idHere('bbbbbbbb', n + 1),
    token: tokenOf(n + 1),
    // Eight people have each deal on their screens, so every edit is a hint for others.
    deal: idHere('cccccccc', 1 + (n % Math.min(deals, Math.max(1, Math.ceil(people / 8))))),
    element: '',
  }));
  for (const person of online) {
    const deal = Number.parseInt(person.deal.slice(-12), 16);
    person.element = idHere('ffffffff', deal * 64 + (Number.parseInt(person.uuid.slice(-12), 16) % HEADERS));
  }
  await addSessions(db, [{ uuid: ID.admin, token: ADMIN_TOKEN, role: 'admin' }]);
  await addSessions(
    db,
    online.map(({ uuid, token }) => ({ uuid, token, role: 'member' })),
  );
  await joinDeals(db, online);
  // A database in use vacuums a million new rows within a minute. This should not happen during the
  // measurement.
  await sql`vacuum (analyze)`.execute(db);
  return online;
}

async function addSessions(
  db: Kysely<Tables>,
  people: readonly { uuid: string; token: string; role: 'admin' | 'member' }[],
): Promise<void> {
  const family = ({ uuid }: { uuid: string }) => uuid.replace(/^b{8}/, '99999999');
  const now = new Date();
  await db
    .insertInto('sign_ins')
    .values(
      people.map((person) => ({
        uuid: family(person),
        user_uuid: person.uuid,
        user_agent: 'load',
        address: '127.0.0.1',
        created_at: now,
        last_used_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('sessions')
    .values(
      people.map((person) => ({
        token_hash: createHash('sha256').update(person.token).digest('hex'),
        family: family(person),
        user_uuid: person.uuid,
        role: person.role,
        created_at: now,
        expires_at: new Date(now.getTime() + 12 * 3_600_000),
      })),
    )
    .execute();
}

/** Adds everyone to the deal on their screen, so that they may edit it. */
async function joinDeals(db: Kysely<Tables>, online: readonly Online[]): Promise<void> {
  const now = new Date();
  await db
    .insertInto('participants')
    .values(
      online.map(({ uuid, deal }) => ({
        uuid: uuid.replace(/^b{8}/, '88888888'),
        transaction: deal,
        user_uuid: uuid,
        creator: false,
        deleted: false,
        archived: false,
        created_at: now,
        version: 1,
        modified_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['transaction', 'user_uuid']).doNothing())
    .execute();
}

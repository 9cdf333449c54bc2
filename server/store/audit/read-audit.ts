import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

const BATCH = 2000;

/**
 * A row of the audit log as it is stored and exported. `at` is in milliseconds, and `detail` is the JSON text that was
 * hashed.
 */
export type AuditLine = {
  seq: number | null;
  previous: string | null;
  uuid: string;
  at: number;
  act: string;
  actor: string | null;
  organization: string | null;
  transaction: string | null;
  subject: string | null;
  address: string | null;
  detail: string;
  hash: string | null;
};

/** Returns the rows of the audit log after a position in the chain, in order. */
export async function* auditLines(
  db: Kysely<Tables>,
  { after = 0, through }: { after?: number; through?: number } = {},
): AsyncGenerator<AuditLine> {
  let from = after;
  for (;;) {
    const lines = await selectLines(db)
      .where('seq', '>', from)
      .$if(through !== undefined, (query) => query.where('seq', '<=', through ?? 0))
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    yield* lines;
    const last = lines.at(-1);
    if (!last || last.seq === null || lines.length < BATCH) return;
    from = last.seq;
  }
}

/** Returns rows without a position in the chain. The database itself never commits one. */
export async function unsealedLines(db: Kysely<Tables>): Promise<AuditLine[]> {
  return selectLines(db)
    .where((is) => is.or([is('seq', 'is', null), is('hash', 'is', null)]))
    .limit(BATCH)
    .execute();
}

function selectLines(db: Kysely<Tables>) {
  return db
    .selectFrom('audit_log')
    .select([
      sql<number | null>`seq`.as('seq'),
      sql<string | null>`previous`.as('previous'),
      'uuid',
      sql<number>`(extract(epoch from at) * 1000)::bigint`.as('at'),
      'act',
      'actor',
      'organization',
      'transaction',
      'subject',
      'address',
      sql<string>`detail::text`.as('detail'),
      sql<string | null>`hash`.as('hash'),
    ]);
}

/** One line of JSON. */
export function asJsonLine({ at, detail, ...line }: AuditLine): string {
  const parsed: unknown = JSON.parse(detail);
  const { seq, previous, hash, uuid, ...what } = line;
  return JSON.stringify({
    seq,
    at: new Date(at).toISOString(),
    ...what,
    detail: parsed,
    uuid,
    previous,
    hash,
  });
}

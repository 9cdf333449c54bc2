import { sql, type Kysely } from 'kysely';
import { FLAGS } from '../../../src/contract/rules/account/features.ts';
import { fullName, type SignedInUser } from '../account/users.ts';
import type { Tables, TransactionRow, Tx } from '../tables.ts';
import { signaturesToDecide } from './signatures-to-decide.ts';

export type DealListRow = TransactionRow & {
  creator_name: string;
  archived: boolean;
  /** The reader sees only its outline. */
  restricted: boolean;
  /** Whether the reader can change what they see. */
  access: 'full' | 'view';
  /** The names of its enabled features. */
  flags: string[];
  /** The reader's pending invitations to it. */
  num_own_invitations: number;
  /** The signatures in it that wait for a decision of the reader's organization. */
  num_signatures_to_decide: number;
  /** The reader's role if the view is recorded in the access log; null = it isn't. */
  noted_as: 'participant' | 'admin' | 'support' | null;
};

/** A part of the deal list: at most `limit` deals after a position in its order. */
export type DealListPart = {
  archived: boolean;
  order: 'newest first' | 'oldest first';
  after: DealPlace | null;
  /** Null = all. */
  limit: number | null;
};

/** When a deal was created, and its id: its position in the list, which never changes. */
export type DealPlace = { created_at: Date; uuid: string };

/** A deal of the list before its content is read. */
export type ListedDeal = Pick<DealListRow, 'uuid' | 'organization' | 'noted_as'> & {
  /** Changes whenever this reader's view of the deal does, apart from what `stampOfLists` covers. */
  stamp: string;
};

/**
 * Returns the deals of a part of the list in order, without their content: those that the user takes part in, or for
 * an admin all of the organization's (policies/deal-access.ts decides the same for one deal).
 */
export async function listDeals(tx: Tx, user: SignedInUser, part: DealListPart): Promise<ListedDeal[]> {
  const listed = dealsInPart(tx, user, part).select([
    ...stampedColumns(user),
    'transactions.created_at',
    'transactions.organization',
  ]);
  // The position isn't selected, because reading 10,000 dates takes longer than everything else.
  const { rows } = await sql<ListedDeal>`
    select listed.uuid, listed.organization, listed.noted_as, hash_record_extended(listed, 0)::text as stamp
    from (${listed}) as listed
    order by listed.created_at ${directionOf(part)}, listed.uuid ${directionOf(part)}
  `.execute(tx);
  return rows;
}

/**
 * Returns the content of these deals in any order. It must be certain that the reader sees them, because `listDeals` named
 * them.
 */
export async function readListedDeals(
  tx: Tx,
  user: SignedInUser,
  uuids: readonly string[],
): Promise<DealListRow[]> {
  return withListColumns(dealsOf(tx, user), user)
    .where(sql<boolean>`transactions.uuid = any(${uuids}::uuid[])`)
    .execute();
}

/** A deal that the reader can see, even a deleted one. */
export async function dealForReader(tx: Tx, user: SignedInUser, uuid: string): Promise<DealListRow> {
  return withListColumns(dealsOf(tx, user), user)
    .where('transactions.uuid', '=', uuid)
    .executeTakeFirstOrThrow();
}

/**
 * Returns a text that changes whenever anything changes that any deal in any list may show: people and their organizations,
 * features, expired invitations.
 */
export async function stampOfLists(tx: Tx, now: Date): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select ${sharedStamp(now)} as stamp`.execute(tx);
  return rows[0]?.stamp ?? '';
}

/**
 * Returns a text that changes whenever this reader's view of anything in the deal may change; null if the reader does not see
 * all of the deal, or if the view must be recorded.
 */
export async function dealStamp(
  db: Kysely<Tables>,
  user: SignedInUser,
  uuid: string,
  now: Date,
): Promise<string | null> {
  const visible = visibleDeals(db, user)
    .where('transactions.uuid', '=', uuid)
    .select([...stampedColumns(user), sql<boolean>`coalesce(mine.archived, false)`.as('archived')]);
  const { rows } = await sql<{ stamp: string; is_plain: boolean }>`
    select
      concat_ws(' ',
        hash_record_extended(visible, 0),
        (select feed_epoch from installation),
        ${sharedStamp(now)}
      ) as stamp,
      not visible.restricted and visible.noted_as is null as is_plain
    from (${visible}) as visible
  `.execute(db);
  const [row] = rows;
  return row?.is_plain ? row.stamp : null;
}

function sharedStamp(now: Date) {
  return sql<string>`concat_ws(' ',
    (select sum(hash_record_extended(row(uuid, first_name, last_name, email, organization, disabled_at), 0)) from users),
    (select sum(hash_record_extended(row(name, transaction, is_active), 0)) from features),
    (select max(expires_at) from invitations where expires_at <= ${now})
  )`;
}

function stampedColumns(user: SignedInUser) {
  return [
    'transactions.uuid',
    'transactions.version',
    'transactions.num_documents',
    'transactions.num_failed_documents',
    'transactions.archived_at',
    'transactions.purge_approved_at',
    restricted().as('restricted'),
    notedAs(user).as('noted_as'),
    accessOf(user).as('access'),
    ownInvitations(user).as('num_own_invitations'),
    signaturesToDecide(user).as('num_signatures_to_decide'),
  ] as const;
}

function directionOf({ order }: DealListPart) {
  return sql.raw(order === 'newest first' ? 'desc' : 'asc');
}

function dealsInPart(tx: Tx, user: SignedInUser, { archived, order, after, limit }: DealListPart) {
  const isNewestFirst = order === 'newest first';
  return visibleDeals(tx, user)
    .where(sql<boolean>`coalesce(mine.archived, false) = ${archived}`)
    .$if(after !== null, (query) =>
      query.where(
        isNewestFirst
          ? sql<boolean>`(transactions.created_at, transactions.uuid) < (${after?.created_at}, ${after?.uuid}::uuid)`
          : sql<boolean>`(transactions.created_at, transactions.uuid) > (${after?.created_at}, ${after?.uuid}::uuid)`,
      ),
    )
    .orderBy('transactions.created_at', isNewestFirst ? 'desc' : 'asc')
    .orderBy('transactions.uuid', isNewestFirst ? 'desc' : 'asc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0));
}

/** The deals that the reader sees at least in outline. */
function visibleDeals(db: Kysely<Tables>, user: SignedInUser) {
  return dealsOf(db, user)
    .where('transactions.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('mine.uuid', 'is not', null),
        ...(user.role === 'admin' ? [where('transactions.organization', '=', user.organization)] : []),
        ...(user.role === 'support'
          ? [where('organizations.support_access_until', '>', sql<Date>`now()`)]
          : []),
      ]),
    );
}

/** Deals with their organization and, as `mine`, the reader's participation. */
function dealsOf(db: Kysely<Tables>, user: SignedInUser) {
  return db
    .selectFrom('transactions')
    .innerJoin('organizations', 'organizations.uuid', 'transactions.organization')
    .leftJoin('participants as mine', (join) =>
      join
        .onRef('mine.transaction', '=', 'transactions.uuid')
        .on('mine.user_uuid', '=', user.uuid)
        .on('mine.deleted', '=', false),
    );
}

function withListColumns(deals: ReturnType<typeof dealsOf>, user: SignedInUser) {
  return deals
    .innerJoin('users as creator', 'creator.uuid', 'transactions.created_by')
    .selectAll('transactions')
    .select([
      fullName('creator').as('creator_name'),
      sql<boolean>`coalesce(mine.archived, false)`.as('archived'),
      flagsOn().as('flags'),
      restricted().as('restricted'),
      notedAs(user).as('noted_as'),
      accessOf(user).as('access'),
      ownInvitations(user).as('num_own_invitations'),
      signaturesToDecide(user).as('num_signatures_to_decide'),
    ]);
}

/** Like `invitationsFor`, for many deals at once. */
function ownInvitations(user: SignedInUser) {
  return sql<number>`(
    select count(*)::integer from invitations
    where invitations.transaction = transactions.uuid
      and invitations.email = ${user.email.toLowerCase()}
      and invitations.accepted_at is null and invitations.revoked_at is null
      and invitations.expires_at > now()
      and (${user.email_proved} or invitations.sent_from in (
        select organization from vouched_addresses where user_uuid = ${user.uuid}
      ))
  )`;
}

function restricted() {
  return sql<boolean>`(mine.uuid is null and organizations.strict_data_access)`;
}

function administers(user: SignedInUser) {
  return user.role === 'admin'
    ? sql<boolean>`transactions.organization = ${user.organization}`
    : sql<boolean>`false`;
}

function notedAs(user: SignedInUser) {
  return sql<DealListRow['noted_as']>`case
    when mine.uuid is null and not ${administers(user)} then 'support'
    when not organizations.strict_data_access then null
    when mine.uuid is null then 'admin'
    else 'participant'
  end`;
}

/** Returns the reader's access, as `dealAccess` decides for a write. */
function accessOf(user: SignedInUser) {
  return sql<DealListRow['access']>`case
    when ${administers(user)} and not organizations.strict_data_access then 'full'
    when mine.uuid is not null then mine.access
    when ${administers(user)} then 'full'
    else 'view'
  end`;
}

/** Like `readFlags`, for many deals at once: a deal's own setting takes precedence over the general one. */
function flagsOn() {
  return sql<string[]>`(
    select coalesce(array_agg(flag.name order by flag.name), '{}') from (
      select distinct on (features.name) features.name, features.is_active from features
      where features.name = any(${[...FLAGS]}::text[])
        and (features.transaction = transactions.uuid or features.transaction is null)
      order by features.name, features.transaction nulls last
    ) as flag
    where flag.is_active
  )`;
}

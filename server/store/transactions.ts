import { sql } from 'kysely';
import { FLAGS } from '../../src/contract/rules/features.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { fullName } from './users.ts';
import type { TransactionRow, Tx } from './tables.ts';

export type DealListRow = TransactionRow & {
  creator_name: string;
  archived: boolean;
  num_documents: number;
  has_failed_document: boolean;
  /** The reader sees its outline alone. */
  restricted: boolean;
  /** Whether the reader may change what they see. */
  access: 'full' | 'view';
  /** The names of the features that are on in it. */
  flags: string[];
  /** As whom the reader sees it, where that is to be noted; null = it is not. */
  noted_as: 'participant' | 'admin' | 'support' | null;
};

/** The deals that a user sees (policies/deal-access.ts, for many at once): those they take part in, an admin all of the organization's. */
export async function listDeals(tx: Tx, user: SignedInUser, archived: boolean): Promise<DealListRow[]> {
  const rows = await dealsFor(tx, user)
    .where('transactions.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('mine.uuid', 'is not', null),
        ...(user.role === 'admin' ? [where('transactions.organization', '=', user.organization)] : []),
        ...(user.role === 'support'
          ? [where('organizations.support_access_until', '>', sql<Date>`now()`)]
          : []),
      ]),
    )
    .orderBy('transactions.created_at', 'desc')
    .orderBy('transactions.uuid')
    .execute();
  return rows.filter((row) => row.archived === archived);
}

/** A deal that the reader may see, even a deleted one. */
export async function dealForReader(tx: Tx, user: SignedInUser, uuid: string): Promise<DealListRow> {
  return dealsFor(tx, user).where('transactions.uuid', '=', uuid).executeTakeFirstOrThrow();
}

function dealsFor(tx: Tx, user: SignedInUser) {
  const administers =
    user.role === 'admin'
      ? sql<boolean>`transactions.organization = ${user.organization}`
      : sql<boolean>`false`;
  return tx
    .selectFrom('transactions')
    .innerJoin('users as creator', 'creator.uuid', 'transactions.created_by')
    .innerJoin('organizations', 'organizations.uuid', 'transactions.organization')
    .leftJoin('participants as mine', (join) =>
      join
        .onRef('mine.transaction', '=', 'transactions.uuid')
        .on('mine.user_uuid', '=', user.uuid)
        .on('mine.deleted', '=', false),
    )
    .selectAll('transactions')
    .select([
      fullName('creator').as('creator_name'),
      sql<boolean>`coalesce(mine.archived, false)`.as('archived'),
      // What the deal is about: the instruments on its checklist, whether they have a file yet or not.
      sql<number>`(select count(*) from items where items.transaction = transactions.uuid and items.deleted_at is null)`.as(
        'num_documents',
      ),
      sql<boolean>`exists (
        select from documents
        where documents.transaction = transactions.uuid and documents.deleted_at is null
          and documents.conversion_status = 'error'
      )`.as('has_failed_document'),
      flagsOn().as('flags'),
      sql<boolean>`mine.uuid is null and organizations.strict_data_access`.as('restricted'),
      // As `dealAccess` decides for a write.
      sql<DealListRow['access']>`case
        when ${administers} and not organizations.strict_data_access then 'full'
        when mine.uuid is not null then mine.access
        when ${administers} then 'full'
        else 'view'
      end`.as('access'),
      sql<DealListRow['noted_as']>`case
        when mine.uuid is null and not ${administers} then 'support'
        when not organizations.strict_data_access then null
        when mine.uuid is null then 'admin'
        else 'participant'
      end`.as('noted_as'),
    ]);
}

/** As `readFlags`, for many deals at once: what was set for one stands before what was set for all. */
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

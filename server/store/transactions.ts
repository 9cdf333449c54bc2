import { sql } from 'kysely';
import type { SignedInUser } from '../http/request-context.ts';
import { fullName } from './users.ts';
import type { TransactionRow, Tx } from './tables.ts';

export type DealListRow = TransactionRow & {
  creator_name: string;
  archived: boolean;
  num_documents: number;
  has_failed_document: boolean;
};

/** The deals that a user sees: those they take part in and, for an organization's admin, all of it. */
export async function listDeals(tx: Tx, user: SignedInUser, archived: boolean): Promise<DealListRow[]> {
  const rows = await dealsFor(tx, user)
    .where((where) =>
      where.or([
        where('mine.uuid', 'is not', null),
        ...(user.role === 'admin' ? [where('transactions.organization', '=', user.organization)] : []),
      ]),
    )
    .orderBy('transactions.created_at', 'desc')
    .orderBy('transactions.uuid')
    .execute();
  return rows.filter((row) => row.archived === archived);
}

export async function dealForReader(tx: Tx, user: SignedInUser, uuid: string): Promise<DealListRow> {
  return dealsFor(tx, user).where('transactions.uuid', '=', uuid).executeTakeFirstOrThrow();
}

function dealsFor(tx: Tx, user: SignedInUser) {
  return tx
    .selectFrom('transactions')
    .innerJoin('users as creator', 'creator.uuid', 'transactions.created_by')
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
    ])
    .where('transactions.deleted_at', 'is', null);
}

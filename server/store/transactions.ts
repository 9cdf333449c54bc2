import { sql } from 'kysely';
import type { SignedInUser } from '../http/request-context.ts';
import type { ParticipantRow, TransactionRow, Tx } from './tables.ts';

export type DealListRow = TransactionRow & { creator_name: string; archived: boolean; num_documents: number };
export type ParticipantWithUser = ParticipantRow & { full_name: string; email: string };

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

/** Participants of several deals, by deal, those removed included. */
export async function participantsOf(
  tx: Tx,
  deals: readonly string[],
): Promise<Map<string, ParticipantWithUser[]>> {
  const byDeal = new Map<string, ParticipantWithUser[]>(deals.map((deal) => [deal, []]));
  if (deals.length === 0) return byDeal;
  const rows = await tx
    .selectFrom('participants')
    .innerJoin('users', 'users.uuid', 'participants.user_uuid')
    .selectAll('participants')
    .select(['users.email', fullName('users').as('full_name')])
    .where('participants.transaction', 'in', deals)
    .orderBy('participants.created_at')
    .orderBy('participants.uuid')
    .execute();
  for (const row of rows) byDeal.get(row.transaction)?.push(row);
  return byDeal;
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
    ])
    .where('transactions.deleted_at', 'is', null);
}

/** A person's name as others see it. */
export function fullName(table: 'users' | 'creator') {
  return sql<string>`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`;
}

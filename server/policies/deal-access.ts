import { sql, type Kysely } from 'kysely';
import type { Policy } from '../../src/contract/policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../http/request-context.ts';
import type { Tables, TransactionRow, Tx } from '../store/tables.ts';

/** Whether a user may see a deal: its participants may, and the admins of its organization. */
export async function seesDeal(
  tx: Tx,
  deal: Pick<TransactionRow, 'uuid' | 'organization'>,
  user: SignedInUser,
): Promise<boolean> {
  if (administers(deal, user)) return true;
  const participant = await tx
    .selectFrom('participants')
    .select('uuid')
    .where('transaction', '=', deal.uuid)
    .where('user_uuid', '=', user.uuid)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return participant !== undefined;
}

/**
 * Lets a user act on a deal under the policy that the contract names (domain "People and rights").
 * @throws {Refusal} `not_found` for those who may not see it, `not_allowed` for those who may see but not do this.
 */
export async function assertDealAccess(
  tx: Tx,
  policy: Policy,
  deal: TransactionRow,
  user: SignedInUser,
): Promise<void> {
  if (!(await seesDeal(tx, deal, user))) throw notFound('This transaction');
  switch (policy) {
    case 'deal':
      return;
    case 'deal_owner':
      assertOwnsDeal(deal, user);
      return;
    case 'public':
    case 'signed_in':
    case 'organization':
    case 'organization_admin':
      // Not a deal's policy: an endpoint that reads a deal under it would let everyone in.
      throw new Error(`The policy ${policy} does not open a transaction.`);
  }
}

/** For those who see the deal. @throws {Refusal} `not_allowed` but for its creator and the admins of its organization */
export function assertOwnsDeal(
  deal: Pick<TransactionRow, 'organization' | 'created_by'>,
  user: SignedInUser,
): void {
  if (administers(deal, user) || deal.created_by === user.uuid) return;
  throw new Refusal(
    'not_allowed',
    'Only the person who opened this transaction, or an administrator of their organization, can do this.',
  );
}

function administers(deal: Pick<TransactionRow, 'organization'>, user: SignedInUser): boolean {
  return user.role === 'admin' && user.organization === deal.organization;
}

/**
 * Which of these people are told that a deal has moved: who sees it (`seesDeal`, for many at once), and who was taken
 * off it by one of the moves, `from` being the first of them. By deal.
 */
export async function peopleToTell(
  db: Kysely<Tables>,
  moves: readonly { deal: string; from: number }[],
  people: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ deal: string; person: string }>`
    with moved as (
      select * from unnest(
        ${moves.map((move) => move.deal)}::uuid[],
        ${moves.map((move) => move.from)}::bigint[]
      ) as moved (deal, since)
    )
    select moved.deal, participants.user_uuid as person
    from moved join participants on participants.transaction = moved.deal
    where participants.user_uuid = any(${people}::uuid[])
      and (not participants.deleted or participants.version >= moved.since)
    union
    select moved.deal, users.uuid as person
    from moved
      join transactions on transactions.uuid = moved.deal
      join users on users.organization = transactions.organization and users.role = 'admin'
    where users.uuid = any(${people}::uuid[])
  `.execute(db);
  const byDeal = new Map<string, string[]>(moves.map(({ deal }) => [deal, []]));
  for (const { deal, person } of rows) byDeal.get(deal)?.push(person);
  return byDeal;
}

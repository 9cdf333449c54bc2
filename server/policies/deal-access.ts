import type { Policy } from '../../src/contract/policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../http/request-context.ts';
import type { TransactionRow, Tx } from '../store/tables.ts';

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
      if (administers(deal, user) || deal.created_by === user.uuid) return;
      throw new Refusal(
        'not_allowed',
        'Only the person who opened this transaction, or an administrator of their organization, can do this.',
      );
    case 'public':
    case 'signed_in':
      // Not a deal's policy: an endpoint that reads a deal under it would let everyone in.
      throw new Error(`The policy ${policy} does not open a transaction.`);
  }
}

function administers(deal: Pick<TransactionRow, 'organization'>, user: SignedInUser): boolean {
  return user.role === 'admin' && user.organization === deal.organization;
}

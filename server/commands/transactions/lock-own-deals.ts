import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { notFound } from '../../refusal.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { lockDeal } from '../../store/deals/deal-write.ts';
import type { TransactionRow, Tx } from '../../store/tables.ts';

/**
 * Deals of the organization whose admin the user is, one after another, each locked as `lockDeal` does and as what was done to those
 * before it left it.
 * @throws {Refusal} `not_found` for deals of others, `not_allowed` for who is no admin
 */
export async function* lockOwnDeals(
  tx: Tx,
  user: SignedInUser,
  transactions: readonly string[],
): AsyncGenerator<TransactionRow> {
  // In one order: two who do something with the same deals would else wait for each other.
  for (const uuid of new Set(transactions.toSorted())) {
    const deal = await lockDeal(tx, uuid);
    if (!deal || deal.organization !== user.organization) throw notFound('This transaction');
    assertOrganizationAccess('organization_admin', deal.organization, user);
    yield deal;
  }
}

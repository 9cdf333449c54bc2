import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { notFound } from '../../refusal.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { lockDeal } from '../../store/deals/deal-write.ts';
import type { TransactionRow, Tx } from '../../store/tables.ts';

/**
 * Yields deals of the organization that the user administers, one after another, each locked as by `lockDeal` and in the
 * state that the previous steps left it in.
 * @throws {Refusal} `not_found` for deals of others, `not_allowed` for people who aren't admins
 */
export async function* lockOwnDeals(
  tx: Tx,
  user: SignedInUser,
  transactions: readonly string[],
): AsyncGenerator<TransactionRow> {
  // In a fixed order, so that two users who work on the same deals can't deadlock.
  for (const uuid of new Set(transactions.toSorted())) {
    const deal = await lockDeal(tx, uuid);
    if (!deal || deal.organization !== user.organization) throw notFound('This transaction');
    assertOrganizationAccess('organization_admin', deal.organization, user);
    yield deal;
  }
}

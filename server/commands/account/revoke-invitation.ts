import { assertOwnsDeal, assertWritesDeal } from '../../policies/deal-access.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { invalid, notFound } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  findInvitation,
  lockInvitation,
  markInvitation,
  type InvitationWithNames,
} from '../../store/account/invitations.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import { DealWrite, lockDeal } from '../../store/deals/deal-write.ts';
import type { TransactionRow, Tx } from '../../store/tables.ts';

/**
 * Withdraws an invitation, or declines it as the invited person. Repeating it is not an error.
 * @throws {Refusal} `not_found`; `not_allowed` for people who see it but didn't send it, except the deal's creator
 * and admins; `invalid` if it was accepted
 */
export async function revokeInvitation(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id }: { id: string },
): Promise<undefined> {
  const found = await findInvitation(tx, { uuid: id });
  if (!found) throw notFound('This invitation');
  const isTheirs = found.email === user.email.toLowerCase();
  const deal = found.transaction === null ? null : await lockDeal(tx, found.transaction);
  if (!isTheirs) await assertMayRevoke(tx, user, found, deal);
  const { accepted_at, revoked_at } = await lockInvitation(tx, id);
  if (accepted_at !== null) throw invalid('This invitation was already accepted.');
  if (revoked_at !== null) return;
  await markInvitation(tx, id, { revoked_at: services.now() });
  const { organization, transaction } = found;
  const act = {
    act: 'invitation.revoked',
    actor: user.uuid,
    organization,
    transaction,
    subject: id,
  } as const;
  await recordAct(tx, services.now(), act);
  if (!deal) return;
  const command = isTheirs ? 'invitations.decline' : 'invitations.delete';
  const scope = new DealWrite({ services, tx, deal, user, command });
  const name = `${found.first_name} ${found.last_name}`;
  scope.put('transactions', deal.uuid, { fields: ['transaction_invitations'], name });
  await scope.close();
}

async function assertMayRevoke(
  tx: Tx,
  user: SignedInUser,
  found: InvitationWithNames,
  deal: TransactionRow | null,
): Promise<void> {
  if (found.transaction === null) {
    if (found.organization !== user.organization) throw notFound('This invitation');
    assertOrganizationAccess('organization_admin', found.organization, user);
    return;
  }
  if (!deal) throw notFound('This invitation');
  await assertWritesDeal(tx, deal, user, 'This invitation');
  if (found.invited_by !== user.uuid) assertOwnsDeal(deal, user);
}

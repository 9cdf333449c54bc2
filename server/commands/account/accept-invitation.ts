import { sql } from 'kysely';
import type { ListedInvitation } from '../../../src/contract/entities/transactions/invitation.ts';
import { invitationStatus, presentListedInvitation } from '../../present/present-invitation.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  findInvitation,
  isInvited,
  lockInvitation,
  markInvitation,
  noteTokenUsed,
  type InvitationWithNames,
} from '../../store/account/invitations.ts';
import { addNotification } from '../../store/account/notifications.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { recordAct, type Act } from '../../store/audit/audit-log.ts';
import { DealWrite, lockDeal } from '../../store/deals/deal-write.ts';
import type { InvitationRow, TransactionRow, Tx } from '../../store/tables.ts';
import { joinDeal } from '../transactions/add-participant.ts';

/** @throws {Refusal} `invalid` for an unknown token */
export function unknownToken(): Refusal {
  return invalid('This invitation isn’t valid. Ask the person who invited you for a new one.', 'token');
}

/**
 * Returns an invitation that can be accepted, for the holder of the token or the invited person. @throws {Refusal} `invalid`
 * with the reason if it is no longer valid
 */
export function assertPending(
  row: Pick<InvitationRow, 'accepted_at' | 'revoked_at' | 'expires_at'>,
  now: Date,
): void {
  switch (invitationStatus(row, now)) {
    case 'pending':
      return;
    case 'accepted':
      throw invalid('This invitation was already accepted. Sign in to continue.', 'token');
    case 'revoked':
      throw invalid('This invitation was withdrawn, or a newer one was sent.', 'token');
    case 'expired':
      throw invalid('This invitation has expired. Ask the person who invited you for a new one.', 'token');
  }
}

/** Returns an invitation that can be accepted, after locking its deal and then the invitation. @throws {Refusal} `invalid` */
export async function lockPending(
  services: Services,
  tx: Tx,
  found: InvitationWithNames,
): Promise<{ deal: TransactionRow | null }> {
  const deal = found.transaction === null ? null : await lockDeal(tx, found.transaction);
  if (found.transaction !== null && !deal) throw unknownToken();
  assertPending(await lockInvitation(tx, found.uuid), services.now());
  return { deal };
}

/**
 * Accepts an invitation as the invited person: by its token, or by its id if the address is proved to be theirs (`isInvited`).
 * @throws {Refusal} `invalid` if it cannot be accepted, `not_allowed` if the holder of the token is somebody else,
 * `not_found` for an unknown id
 */
export async function acceptInvitation(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { token, invitation }: { token?: string | undefined; invitation?: string | undefined },
): Promise<{ invitation: ListedInvitation; deal: string | null }> {
  const found = await findInvitation(tx, { token, uuid: invitation });
  const isTheirs = found?.email === user.email.toLowerCase();
  if (token !== undefined && !found) throw unknownToken();
  if (!found || (token === undefined && !(await isInvited(tx, user, found))))
    throw notFound('This invitation');
  if (!isTheirs) {
    throw new Refusal(
      'not_allowed',
      'This invitation is for another email address. Sign in with that address to accept it.',
    );
  }
  const { deal } = await lockPending(services, tx, found);
  if (deal) await workOn(services, tx, { deal, user, found });
  else await joinOrganization(services, tx, user, found);
  const accepted_at = services.now();
  await markInvitation(tx, found.uuid, { accepted_at });
  if (token !== undefined) await noteTokenUsed(tx, user.uuid, found, accepted_at);
  await recordAct(tx, accepted_at, acceptance(found, user));
  return {
    invitation: presentListedInvitation({ ...found, accepted_at }, accepted_at),
    deal: deal?.uuid ?? null,
  };
}

/** For the audit log. */
export function acceptance(found: InvitationWithNames, { uuid: actor }: Pick<SignedInUser, 'uuid'>): Act {
  const { organization, transaction, uuid: subject } = found;
  return { act: 'invitation.accepted', actor, organization, transaction, subject };
}

/** Adds the accepting person to the deal, and notifies the person who invited them. The deal is locked. */
export async function workOn(
  services: Services,
  tx: Tx,
  { deal, user, found }: { deal: TransactionRow; user: SignedInUser; found: InvitationWithNames },
): Promise<void> {
  const scope = new DealWrite({ services, tx, deal, user, command: 'invitations.accept' });
  await joinDeal(scope, { user: user.uuid, access: found.access });
  scope.put('transactions', deal.uuid, { fields: ['transaction_invitations'] });
  await scope.close();
  const title = `${user.first_name} ${user.last_name} joined “${deal.name}” at your invitation.`;
  const about = { user_uuid: found.invited_by, transaction: deal.uuid, document: null };
  const told = { level: 'info', notification_type: 'participant_added', title, ...about } as const;
  await addNotification(tx, told, services.now());
}

/**
 * Moves somebody from their organization to this one as a member.
 * @throws {Refusal} `invalid` if their organization would be left without an administrator; `not_allowed` for support
 * accounts
 */
async function joinOrganization(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { organization }: InvitationWithNames,
): Promise<void> {
  if (user.role === 'support')
    throw new Refusal('not_allowed', 'Support accounts can’t join an organization.');
  if (user.organization === organization) return;
  // As in changes of roles (update-user.ts): the last two admins must not both leave.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people ${user.organization}`}, 0))`.execute(tx);
  const { people, admins } = await tx
    .selectFrom('users')
    .select((is) => [
      is.fn.countAll<number>().as('people'),
      is.fn.countAll<number>().filterWhere('role', '=', 'admin').as('admins'),
    ])
    .where('organization', '=', user.organization)
    .where('disabled_at', 'is', null)
    .where('uuid', '!=', user.uuid)
    .executeTakeFirstOrThrow();
  if (user.role === 'admin' && people > 0 && admins === 0) {
    throw invalid(
      'You are the only administrator of your organization. Make someone else an administrator before you leave.',
    );
  }
  await tx
    .updateTable('users')
    .set((is) => ({
      organization,
      role: 'member',
      version: is('version', '+', 1),
      modified_at: services.now(),
      modified_by: user.uuid,
    }))
    .where('uuid', '=', user.uuid)
    .execute();
  const detail = { left: user.organization, was: user.role };
  const joined = {
    act: 'organization.joined',
    actor: user.uuid,
    organization,
    subject: user.uuid,
    detail,
  } as const;
  await recordAct(tx, services.now(), joined);
}

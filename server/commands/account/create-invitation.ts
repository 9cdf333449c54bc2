import { sql } from 'kysely';
import type {
  ListedInvitation,
  NewInvitation,
} from '../../../src/contract/entities/transactions/invitation.ts';
import { invitationMail } from '../../mail/kinds/invitation.ts';
import { postMail } from '../../mail/post-mail.ts';
import { assertMayInvite } from '../../policies/deal-access.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { presentListedInvitation } from '../../present/present-invitation.ts';
import { invalid, notFound, tooMany } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { countInvitations, findInvitation, insertInvitation } from '../../store/account/invitations.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { fullName, listMembers, type SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { listParticipants } from '../../store/deals/participants.ts';
import type { Tx } from '../../store/tables.ts';

/** The limit of invitations per person and hour, and per address. */
const MOST_AN_HOUR = 50;
const MOST_TO_ONE = 5;
const HOUR_S = 3600;

type Invited = Pick<NewInvitation, 'email' | 'first_name' | 'last_name' | 'access'>;
type Goal = { kind: 'deal' | 'organization'; name: string; organization: string; transaction: string | null };

/**
 * Invites somebody to work on a deal. The response is the same whether or not there is such an account.
 * @throws {Refusal} `invalid` if they are already a participant, `too_many_requests`
 */
export async function inviteToDeal(scope: DealWrite, input: NewInvitation): Promise<ListedInvitation> {
  const { tx, deal, services } = scope;
  const { user } = scope.asRead;
  assertMayInvite(deal, user);
  const email = input.email.toLowerCase();
  const people = await listParticipants(tx, deal.uuid);
  if (people.some((person) => !person.deleted && person.email.toLowerCase() === email)) {
    throw invalid('Someone with this email address is already a participant of this transaction.', 'email');
  }
  const goal = {
    kind: 'deal',
    name: deal.name,
    organization: deal.organization,
    transaction: deal.uuid,
  } as const;
  const invitation = await invite(services, tx, user, { ...input, email }, goal);
  scope.put('transactions', deal.uuid, { fields: ['transaction_invitations'], name: nameOf(input) });
  return invitation;
}

/**
 * Invites somebody to join the admin's own organization.
 * @throws {Refusal} `not_found`, `not_allowed`; `invalid` if they are already a member; `too_many_requests`
 */
export async function inviteToOrganization(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  input: NewInvitation,
): Promise<ListedInvitation> {
  const { organization } = input;
  if (organization === undefined) throw notFound();
  assertOrganizationAccess('organization_admin', organization, user);
  const email = input.email.toLowerCase();
  if ((await listMembers(tx, [organization])).some((member) => member.email.toLowerCase() === email)) {
    throw invalid('Someone with this email address is already a member of your organization.', 'email');
  }
  const goal = {
    kind: 'organization',
    name: user.organization_name,
    organization,
    transaction: null,
  } as const;
  return invite(services, tx, user, { ...input, email }, goal);
}

/** Writes the invitation, its email and, if the address has an account, the notification. */
async function invite(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { email, first_name, last_name, access = 'full' }: Invited,
  { kind, name, organization, transaction }: Goal,
): Promise<ListedInvitation> {
  const now = services.now();
  await assertNotTooMany(tx, { user: user.uuid, email }, now);
  const row = {
    email,
    first_name,
    last_name,
    organization,
    transaction,
    access,
    invited_by: user.uuid,
    sent_from: user.organization,
    mailed: services.settings.smtpUrl !== null,
  };
  const { uuid, token, expiresAt } = await insertInvitation(tx, row, now);
  const about = { organization, transaction, subject: uuid };
  await recordAct(tx, now, { act: 'invitation.sent', actor: user.uuid, ...about });
  const by = `${user.first_name} ${user.last_name}`.trim();
  const mail = invitationMail(
    { first_name, email, by, to: { kind, name }, invitation: uuid, token },
    { publicUrl: services.settings.publicUrl, expiresAt },
  );
  const account = await tx
    .selectFrom('users')
    .select(['uuid', fullName('users').as('full_name')])
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst();
  const to = { name: nameOf({ first_name, last_name }), address: email, user: account?.uuid ?? null };
  await postMail(services, tx, { ...to, organization: user.organization }, mail);
  if (account) {
    const title =
      kind === 'deal' ? `${by} invited you to work on “${name}”.` : `${by} invited you to join ${name}.`;
    // The invited person doesn't see the deal yet, so the notification doesn't link to it.
    const whom = { user_uuid: account.uuid, transaction: null, document: null };
    await addNotification(tx, { level: 'info', notification_type: 'invitation', title, ...whom }, now);
  }
  const made = await findInvitation(tx, { uuid });
  if (!made) throw notFound('This invitation');
  return presentListedInvitation(made, now);
}

/** Counts invitations in the database for all processes. A person's invitations run one at a time. */
async function assertNotTooMany(tx: Tx, by: { user: string; email: string }, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${by.user}`}, 0))`.execute(tx);
  const { all, toThis } = await countInvitations(tx, by, new Date(now.getTime() - HOUR_S * 1000));
  if (all < MOST_AN_HOUR && toThis < MOST_TO_ONE) return;
  throw tooMany('Too many invitations were sent within an hour.', HOUR_S / 2);
}

function nameOf({ first_name, last_name }: Pick<Invited, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}

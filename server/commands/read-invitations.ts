import type { InvitationPreview, ListedInvitation } from '../../src/contract/entities/invitation.ts';
import { sql } from 'kysely';
import type { SignedInUser } from '../http/request-context.ts';
import { assertOrganizationAccess } from '../policies/organization-access.ts';
import { presentListedInvitation } from '../present/present-invitation.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  findInvitation,
  invitationsFor,
  invitationsTo,
  invitationsToOrganization,
} from '../store/invitations.ts';
import { assertPending } from './accept-invitation.ts';
import type { DealRead } from './deal-scope.ts';

/** All to a deal, the newest first. */
export async function readDealInvitations({ services, tx, deal }: DealRead): Promise<ListedInvitation[]> {
  const rows = (await invitationsTo(tx, [deal.uuid])).get(deal.uuid) ?? [];
  return rows.map((row) => presentListedInvitation(row, services.now()));
}

/** All to join the admin's organization, the newest first. @throws {Refusal} `not_allowed` */
export async function readOrganizationInvitations(
  services: Services,
  user: SignedInUser,
): Promise<ListedInvitation[]> {
  assertOrganizationAccess('organization_admin', user.organization, user);
  const rows = await invitationsToOrganization(services.db, user.organization);
  return rows.map((row) => presentListedInvitation(row, services.now()));
}

/** Those that wait for the reader to accept or decline. */
export async function readOwnInvitations(
  services: Services,
  user: SignedInUser,
): Promise<ListedInvitation[]> {
  if (!user.email_proved) return [];
  const rows = await invitationsFor(services.db, user.email.toLowerCase(), services.now());
  return rows.map((row) => presentListedInvitation(row, services.now()));
}

/**
 * What an invitation is about. The token alone opens it: who has the mail may have no account, or be signed in as somebody
 * else; to all others it is not there, whoever they are.
 * @throws {Refusal} `not_found`; `invalid` with the reason where it cannot be accepted any more
 */
export async function previewInvitation(
  services: Services,
  { id, token }: { id: string; token?: string | undefined },
): Promise<InvitationPreview> {
  const row = token === undefined ? undefined : await findInvitation(services.db, { uuid: id, token });
  if (!row) throw notFound('This invitation');
  assertPending(row, services.now());
  const account = await services.db
    .selectFrom('users')
    .select('uuid')
    .where(sql<string>`lower(email)`, '=', row.email)
    .executeTakeFirst();
  return { ...presentListedInvitation(row, services.now()), has_account: account !== undefined };
}

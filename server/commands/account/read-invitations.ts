import { sql, type Kysely } from 'kysely';
import type {
  InvitationPreview,
  ListedInvitation,
} from '../../../src/contract/entities/transactions/invitation.ts';
import { seesDeal } from '../../policies/deal-access.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { presentListedInvitation } from '../../present/present-invitation.ts';
import { notFound } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  findInvitation,
  invitationsFor,
  invitationsTo,
  invitationsToOrganization,
  isInvited,
  type InvitationWithNames,
} from '../../store/account/invitations.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { assertPending } from './accept-invitation.ts';

/** All invitations to a deal, newest first. */
export async function readDealInvitations({ services, tx, deal }: DealRead): Promise<ListedInvitation[]> {
  const rows = (await invitationsTo(tx, [deal.uuid])).get(deal.uuid) ?? [];
  return rows.map((row) => presentListedInvitation(row, services.now()));
}

/** All invitations to join the admin's organization, newest first. @throws {Refusal} `not_allowed` */
export async function readOrganizationInvitations(
  services: Services,
  user: SignedInUser,
): Promise<ListedInvitation[]> {
  assertOrganizationAccess('organization_admin', user.organization, user);
  const rows = await invitationsToOrganization(services.db, user.organization);
  return rows.map((row) => presentListedInvitation(row, services.now()));
}

/** The reader's own pending invitations. */
export async function readOwnInvitations(
  services: Services,
  user: SignedInUser,
): Promise<ListedInvitation[]> {
  const rows = await invitationsFor(services.db, user, services.now());
  return rows.map((row) => presentListedInvitation(row, services.now()));
}

/**
 * Returns what an invitation is about. Anyone with its token can read it: the reader of the mail may have no account,
 * or be signed in as somebody else. Without the token, only the inviter, an admin and the invited person can; for
 * everyone else it does not exist.
 * @throws {Refusal} `not_found`; `invalid` with the reason if it can no longer be accepted
 */
export async function previewInvitation(
  services: Services,
  user: SignedInUser | null,
  { id, token }: { id: string; token?: string | undefined },
): Promise<InvitationPreview> {
  const { db } = services;
  const row = await findInvitation(db, { uuid: id, token });
  if (!row) throw notFound('This invitation');
  if (token === undefined) {
    const as = user && (await seenAs(db, user, row));
    if (as === null) throw notFound('This invitation');
    const seen = presentListedInvitation(row, services.now());
    // The inviter must not learn whether the address has an account.
    if (as === 'sender') return seen;
    assertPending(row, services.now());
    return { ...seen, has_account: true };
  }
  assertPending(row, services.now());
  const account = await db
    .selectFrom('users')
    .select('uuid')
    .where(sql<string>`lower(email)`, '=', row.email)
    .executeTakeFirst();
  return { ...presentListedInvitation(row, services.now()), has_account: account !== undefined };
}

/** Returns the role in which somebody can see an invitation without its token; null if they can't. */
async function seenAs(
  db: Kysely<Tables>,
  user: SignedInUser,
  row: InvitationWithNames,
): Promise<'invited' | 'sender' | null> {
  if (await isInvited(db, user, row)) return 'invited';
  const administers = user.role === 'admin' && user.organization === row.organization;
  if (!administers && row.invited_by !== user.uuid) return null;
  if (row.transaction === null) return user.organization === row.organization ? 'sender' : null;
  const deal = { uuid: row.transaction, organization: row.organization };
  return (await db.transaction().execute(async (tx) => seesDeal(tx, deal, user))) ? 'sender' : null;
}

import type { ListedInvitation } from '../../src/contract/entities/transactions/invitation.ts';
import type { Invitation } from '../../src/contract/entities/transactions/participant.ts';
import type { InvitationWithNames } from '../store/account/invitations.ts';
import type { InvitationRow } from '../store/tables.ts';
import { instant } from './present-row.ts';

type Standing = Pick<InvitationRow, 'accepted_at' | 'revoked_at' | 'expires_at'>;

/** The status of an invitation (docs/product/people-and-access.md, "Invitations"). */
export function invitationStatus(row: Standing, now: Date): Invitation['status'] {
  if (row.accepted_at !== null) return 'accepted';
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at > now ? 'pending' : 'expired';
}

/** Returns an invitation as it appears in a deal (docs/product/people-and-access.md, "Invitations"). */
export function presentInvitation(row: InvitationWithNames, now: Date): Invitation {
  const { uuid, email, first_name, last_name, organization, transaction, transaction_name } = row;
  const status = invitationStatus(row, now);
  return { uuid, email, first_name, last_name, organization, status, transaction_name, transaction };
}

export function presentListedInvitation(row: InvitationWithNames, now: Date): ListedInvitation {
  return {
    ...presentInvitation(row, now),
    organization_name: row.organization_name,
    invited_by: row.invited_by_name,
    created_at: instant(row.created_at),
    expires_at: instant(row.expires_at),
  };
}

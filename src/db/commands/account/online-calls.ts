import type { Access } from '../../../contract/entities/participant.ts';
import type { OutboxMail } from '../../../contract/entities/outbox-mail.ts';
import type { OrganizationEdits } from '../../../contract/entities/organization.ts';
import type { UserEdits } from '../../../contract/entities/user.ts';
import type { Camelized } from '../../codec.ts';
import { requestTo } from '../../outbox/command.ts';
import type { AnswerRow, FrozenRequest } from '../../rows.ts';

/**
 * Something that is done at the server or not at all, while the person waits: who may sign in, what a firm allows. It is in
 * no outbox, since nobody should learn an hour later that a colleague was still an administrator.
 */
export interface OnlineCall {
  request: FrozenRequest;
  /** What it changes of what was asked for screens: asked for again before the call counts as done. */
  changes: readonly AnswerRow['key'][];
}

/** What became of such a call. */
export type CallOutcome =
  | {
      outcome: 'done';
      /** The file that was asked for, where it is there at once. */
      file?: string;
    }
  /** `message`: the sentence for the person. */
  | { outcome: 'refused' | 'unreachable'; message: string };

/** Emails to the members of an organization. They contain links that work for anyone, so the device stores none. */
export type OutboxAnswer =
  | { outcome: 'done'; mails: Camelized<OutboxMail>[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

function call(request: FrozenRequest, ...changes: AnswerRow['key'][]): OnlineCall {
  return { request, changes };
}

/** Changes what the person says of themselves, or the role of somebody of their organization. */
export function updateUser(uuid: string, edits: UserEdits): OnlineCall {
  return call(requestTo('user', 'update', { id: uuid, ...edits }));
}

/** Removes somebody from the organization, its deals and all their devices. */
export function removeMember(organization: string, user: string): OnlineCall {
  return call(requestTo('organization', 'removeMember', { id: organization, user }));
}

/** Sends the person an email whose link confirms their address. */
export function sendConfirmation(): OnlineCall {
  return call(requestTo('user', 'sendConfirmation', undefined));
}

/** Sets whether a participant may change their deal or only view it. */
export function setParticipantAccess(participant: string, access: Access): OnlineCall {
  return call(requestTo('participants', 'update', { id: participant, access }));
}

/** Sets whether participants from other organizations may invite and add people. */
export function letGuestsInvite(transaction: string, allowed: boolean): OnlineCall {
  return call(requestTo('transactions', 'update', { id: transaction, guests_may_invite: allowed }));
}

/** Changes what its admins say of an organization. */
export function updateOrganization(uuid: string, edits: OrganizationEdits): OnlineCall {
  return call(requestTo('organization', 'update', { id: uuid, ...edits }));
}

/** Lets support look at the organization's transactions for a day, or no more. */
export function setSupportAccess(uuid: string, enabled: boolean): OnlineCall {
  return call(requestTo('organization', 'setSupportAccess', { id: uuid, support_access_enabled: enabled }));
}

/** Has the files of deals archived and removed. */
export function approvePurge(transactions: readonly string[]): OnlineCall {
  return call(requestTo('organization', 'approvePurge', { transactions: [...transactions] }), 'purges');
}

/** Withdraws that, as long as no file was removed. */
export function withdrawPurge(transactions: readonly string[]): OnlineCall {
  return call(requestTo('organization', 'withdrawPurge', { transactions: [...transactions] }), 'purges');
}

/** Whom an admin puts on a deal of the organization, or takes off it. */
interface OnDeal {
  transaction: string;
  user: string;
}

/** Has somebody work on a deal, as an admin of its organization. */
export function createParticipant(organization: string, on: OnDeal): OnlineCall {
  return call(requestTo('organization', 'createParticipant', { id: organization, ...on }));
}

/** Takes somebody off a deal, as an admin of its organization. */
export function deleteParticipant(organization: string, on: OnDeal): OnlineCall {
  return call(requestTo('organization', 'deleteParticipant', { id: organization, ...on }));
}

/** Has a spreadsheet made of the transactions of a period; empty = from the beginning, or until now. */
export function downloadTransactions(uuid: string, period: { after: string; before: string }): OnlineCall {
  const input = {
    id: uuid,
    download: 'excel' as const,
    ...(period.after !== '' && { created_after: period.after }),
    ...(period.before !== '' && { created_before: period.before }),
  };
  return call(requestTo('reports', 'transactions', input), 'reports');
}

/** Has a spreadsheet made of who has looked at the organization's transactions. */
export function downloadAccessLog(): OnlineCall {
  return call(requestTo('reports', 'accessLog', {}), 'reports');
}

/** Has a PDF made of a signature page: the sheets of everybody who signs it, or those of one assignment. */
export function downloadSignaturePage(uuid: string, assignment: string | null): OnlineCall {
  return call(requestTo('signaturePages', 'pdf', { id: uuid, ...(assignment !== null && { assignment }) }));
}

/** Changes the person's own password. All their other sessions end. */
export function changePassword(
  email: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): OnlineCall {
  return call(
    requestTo('auth', 'changePassword', { loginId: email, currentPassword, newPassword }),
    'sessions',
  );
}

/** The invited person. */
export interface Invited {
  email: string;
  first_name: string;
  last_name: string;
  /** To a deal: what they may do in it. */
  access?: Access;
}

/** Invites somebody by email to work on a deal. */
export function inviteToDeal(transaction: string, invited: Invited): OnlineCall {
  return call(requestTo('invitations', 'create', { ...invited, transaction }));
}

/** Invites somebody by email to join the person's firm. */
export function inviteToOrganization(organization: string, invited: Invited): OnlineCall {
  return call(requestTo('invitations', 'create', { ...invited, organization }), 'organizationInvitations');
}

/** Accepts an invitation by the token of its link. */
export function acceptByToken(token: string): OnlineCall {
  return call(requestTo('invitations', 'accept', { token }), 'invitations');
}

/** Accepts an invitation to the person. */
export function acceptInvitation(invitation: string): OnlineCall {
  return call(requestTo('invitations', 'accept', { invitation }), 'invitations');
}

/**
 * Withdraws an invitation or, as the invited person, declines it; `changes` = the list that contains it, besides the deal's own.
 */
export function revokeInvitation(
  uuid: string,
  ...changes: ('invitations' | 'organizationInvitations')[]
): OnlineCall {
  return call(requestTo('invitations', 'delete', { id: uuid }), ...changes);
}

/** Tells the deal's other participants of the file that a notification leads to. */
export function shareNotifiedFile(uuid: string): OnlineCall {
  return call(requestTo('notifications', 'shareFile', { id: uuid }));
}

/** Ends a session of the person's own. */
export function endOneSession(uuid: string): OnlineCall {
  return call(requestTo('sessions', 'delete', { id: uuid }), 'sessions');
}

/** Ends all sessions of the person's own but this one. */
export function endOtherSessions(): OnlineCall {
  return call(requestTo('sessions', 'deleteOthers', undefined), 'sessions');
}

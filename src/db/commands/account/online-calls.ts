import type { Access } from '../../../contract/entities/transactions/participant.ts';
import type { OutboxMail } from '../../../contract/entities/account/outbox-mail.ts';
import type { OrganizationEdits } from '../../../contract/entities/account/organization.ts';
import type { UserEdits } from '../../../contract/entities/account/user.ts';
import type { Camelized } from '../../codec.ts';
import { requestTo } from '../../outbox/command.ts';
import type { AnswerRow, FrozenRequest } from '../../rows.ts';

/**
 * Calls that the server carries out immediately or not at all, while the user waits: access rights, an organization's
 * settings. They don't go through the outbox, because nobody should learn an hour later that a colleague was still an
 * administrator.
 */
export interface OnlineCall {
  request: FrozenRequest;
  /** The stored responses that the call changes. They are loaded again before the call counts as done. */
  changes: readonly AnswerRow['key'][];
  /** The version of the row that the user has edited, so that later changes by somebody else aren't overwritten. */
  baseVersion?: number;
}

/** The result of such a call. */
export type CallOutcome =
  | {
      outcome: 'done';
      /** The requested file, if it is ready immediately. */
      file?: string;
      /** The name of the requested file, if a job creates it. */
      preparing?: string;
      /** The names of documents that are not in the requested file. */
      leftOut?: readonly string[];
    }
  /** `message` is a sentence for the user. */
  | { outcome: 'refused' | 'unreachable'; message: string };

/** Emails to the members of an organization. They contain links that work for anyone, so the device stores none. */
export type OutboxAnswer =
  | { outcome: 'done'; mails: Camelized<OutboxMail>[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

function call(request: FrozenRequest, ...changes: AnswerRow['key'][]): OnlineCall {
  return { request, changes };
}

/** Changes the user's own profile, or the role of a member of their organization. */
export function updateUser(uuid: string, edits: UserEdits): OnlineCall {
  return call(requestTo('user', 'update', { id: uuid, ...edits }));
}

/** Removes a member from the organization, its deals and all their devices. */
export function removeMember(organization: string, user: string): OnlineCall {
  return call(requestTo('organization', 'removeMember', { id: organization, user }));
}

/** Sends the user an email with a link that confirms their address. */
export function sendConfirmation(): OnlineCall {
  return call(requestTo('user', 'sendConfirmation', undefined));
}

/** Sets whether a participant can edit the deal or only view it. */
export function setParticipantAccess(participant: string, access: Access): OnlineCall {
  return call(requestTo('participants', 'update', { id: participant, access }));
}

/** Sets whether the user, as this participant, is notified of what the deal's signatories do. */
export function setSigningNotifications(participant: string, hears: boolean): OnlineCall {
  return call(requestTo('participants', 'update', { id: participant, send_esigning_notifications: hears }));
}

/** Sets whether participants from other organizations can invite and add people. */
export function letGuestsInvite(transaction: string, allowed: boolean): OnlineCall {
  return call(requestTo('transactions', 'update', { id: transaction, guests_may_invite: allowed }));
}

/** Changes an organization's settings. */
export function updateOrganization(uuid: string, edits: OrganizationEdits): OnlineCall {
  return call(requestTo('organization', 'update', { id: uuid, ...edits }));
}

/** Gives support access to the organization's transactions for a day, or ends it. */
export function setSupportAccess(uuid: string, enabled: boolean): OnlineCall {
  return call(requestTo('organization', 'setSupportAccess', { id: uuid, support_access_enabled: enabled }));
}

/** Requests that the files of deals are archived and removed. */
export function approvePurge(transactions: readonly string[]): OnlineCall {
  return call(requestTo('organization', 'approvePurge', { transactions: [...transactions] }), 'purges');
}

/** Withdraws the purge, if no file has been removed yet. */
export function withdrawPurge(transactions: readonly string[]): OnlineCall {
  return call(requestTo('organization', 'withdrawPurge', { transactions: [...transactions] }), 'purges');
}

/** The participant that an admin adds or removes. */
interface OnDeal {
  transaction: string;
  user: string;
}

/** Adds a participant to a deal, as an admin of its organization. */
export function createParticipant(organization: string, on: OnDeal): OnlineCall {
  return call(requestTo('organization', 'createParticipant', { id: organization, ...on }));
}

/** Removes a participant from a deal, as an admin of its organization. */
export function deleteParticipant(organization: string, on: OnDeal): OnlineCall {
  return call(requestTo('organization', 'deleteParticipant', { id: organization, ...on }));
}

/** Requests a spreadsheet of the transactions of a period; empty = from the beginning, or until now. */
export function downloadTransactions(uuid: string, period: { after: string; before: string }): OnlineCall {
  const input = {
    id: uuid,
    download: 'excel' as const,
    ...(period.after !== '' && { created_after: period.after }),
    ...(period.before !== '' && { created_before: period.before }),
  };
  return call(requestTo('reports', 'transactions', input), 'reports');
}

/** Requests a spreadsheet of who has viewed the organization's transactions. */
export function downloadAccessLog(): OnlineCall {
  return call(requestTo('reports', 'accessLog', {}), 'reports');
}

/** Requests a PDF of a signature page: the sheets of everyone who signs it, or those of one assignment. */
export function downloadSignaturePage(uuid: string, assignment: string | null): OnlineCall {
  return call(requestTo('signaturePages', 'pdf', { id: uuid, ...(assignment !== null && { assignment }) }));
}

/** Changes the user's own password. All their other sessions end. */
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
  /** For a deal: the person's access. */
  access?: Access;
}

/** Invites somebody by email to work on a deal. */
export function inviteToDeal(transaction: string, invited: Invited): OnlineCall {
  return call(requestTo('invitations', 'create', { ...invited, transaction }));
}

/** Invites somebody by email to join the user's organization. */
export function inviteToOrganization(organization: string, invited: Invited): OnlineCall {
  return call(requestTo('invitations', 'create', { ...invited, organization }), 'organizationInvitations');
}

/** Accepts an invitation by the token of its link. */
export function acceptByToken(token: string): OnlineCall {
  return call(requestTo('invitations', 'accept', { token }), 'invitations');
}

/** Accepts one of the user's own invitations. */
export function acceptInvitation(invitation: string): OnlineCall {
  return call(requestTo('invitations', 'accept', { invitation }), 'invitations');
}

/**
 * Withdraws an invitation or, as the invited person, declines it. `changes` is the list that contains it, besides the deal's
 * own list.
 */
export function revokeInvitation(
  uuid: string,
  ...changes: ('invitations' | 'organizationInvitations')[]
): OnlineCall {
  return call(requestTo('invitations', 'delete', { id: uuid }), ...changes);
}

/** Shares a notification's file with the deal's other participants. */
export function shareNotifiedFile(uuid: string): OnlineCall {
  return call(requestTo('notifications', 'shareFile', { id: uuid }));
}

/** Ends one of the user's own sessions. */
export function endOneSession(uuid: string): OnlineCall {
  return call(requestTo('sessions', 'delete', { id: uuid }), 'sessions');
}

/** Ends all of the user's own sessions except this one. */
export function endOtherSessions(): OnlineCall {
  return call(requestTo('sessions', 'deleteOthers', undefined), 'sessions');
}

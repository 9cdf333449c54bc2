import type { InvitationPreview } from '../../../contract/entities/invitation.ts';
import type { Camelized } from '../../codec.ts';
import { requestTo } from '../../outbox/command.ts';
import type { FrozenRequest } from '../../rows.ts';
import type { CallOutcome } from './online-calls.ts';

/** Calls to the server that need no session and may be made by anybody, while the user waits. */
export type OpenCall = FrozenRequest;

/** The content of an invitation, or why it is not shown. */
export type PreviewAnswer =
  | { outcome: 'done'; invitation: Camelized<InvitationPreview> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** Has a link for a new password mailed to this address. */
export function askForPasswordLink(email: string): OpenCall {
  return requestTo('auth', 'resetPassword', { loginId: email });
}

/** Writes to the support of the installation. */
export function writeToSupport(message: { name: string; email: string; message: string }): OpenCall {
  return requestTo('contact', 'send', message);
}

/** Confirms an email address by the link that was mailed to it. */
export function confirmAddress(token: string): OpenCall {
  return requestTo('auth', 'confirmAddress', { token });
}

/** Sets a new password by the link that was mailed. */
export function setPassword(passwordId: string, password: string): OpenCall {
  return requestTo('auth', 'setPassword', { passwordId, password });
}

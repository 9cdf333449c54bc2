import type { InvitationPreview } from '../../../contract/entities/transactions/invitation.ts';
import type { Camelized } from '../../codec.ts';
import { requestTo } from '../../outbox/command.ts';
import type { FrozenRequest } from '../../rows.ts';
import type { CallOutcome } from './online-calls.ts';

/** Calls to the server that need no session and that anyone can make, while the user waits. */
export type OpenCall = FrozenRequest;

/** The content of an invitation, or why it is not shown. */
export type PreviewAnswer =
  | { outcome: 'done'; invitation: Camelized<InvitationPreview> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** Requests an email to this address with a link for a new password. */
export function askForPasswordLink(email: string): OpenCall {
  return requestTo('auth', 'resetPassword', { loginId: email });
}

/** Sends a message to the installation's support. */
export function writeToSupport(message: { name: string; email: string; message: string }): OpenCall {
  return requestTo('contact', 'send', message);
}

/** Confirms an email address with the link from the email. */
export function confirmAddress(token: string): OpenCall {
  return requestTo('auth', 'confirmAddress', { token });
}

/** Sets a new password with the link from the email. */
export function setPassword(passwordId: string, password: string): OpenCall {
  return requestTo('auth', 'setPassword', { passwordId, password });
}

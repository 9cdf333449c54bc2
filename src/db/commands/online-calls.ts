import type { OrganizationEdits } from '../../contract/entities/organization.ts';
import type { UserEdits } from '../../contract/entities/user.ts';
import { requestTo } from '../command.ts';
import type { AnswerRow, FrozenRequest } from '../rows.ts';

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
  | { outcome: 'done' }
  /** `message`: the sentence for the person. */
  | { outcome: 'refused' | 'unreachable'; message: string };

function call(request: FrozenRequest, ...changes: AnswerRow['key'][]): OnlineCall {
  return { request, changes };
}

/** Changes what the person says of themselves, or the role of somebody of their organization. */
export function updateUser(uuid: string, edits: UserEdits): OnlineCall {
  return call(requestTo('user', 'update', { id: uuid, ...edits }));
}

/** Changes what its admins say of an organization. */
export function updateOrganization(uuid: string, edits: OrganizationEdits): OnlineCall {
  return call(requestTo('organization', 'update', { id: uuid, ...edits }));
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

import type { SignedInUser } from '../../store/account/users.ts';
import type { Act } from '../../store/audit/audit-log.ts';
import type { RequestContext } from '../request-context.ts';

/** Returns the audit log's act for a user who has signed in. */
export function signedIn(
  { caller }: RequestContext,
  { uuid, organization }: Pick<SignedInUser, 'uuid' | 'organization'>,
): Act {
  return { act: 'sign_in.succeeded', actor: uuid, organization, subject: uuid, address: caller.address };
}

/** Returns the audit log's act for a user who has ended some of their own sessions. */
export function endedSessions(
  { session, caller }: RequestContext,
  which: 'this' | 'another' | 'all others',
): Act {
  const { uuid = null, organization = null } = session?.user ?? {};
  const detail = { which };
  return { act: 'session.ended', actor: uuid, organization, subject: uuid, address: caller.address, detail };
}

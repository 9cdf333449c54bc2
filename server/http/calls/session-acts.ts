import type { SignedInUser } from '../../store/account/users.ts';
import type { Act } from '../../store/audit/audit-log.ts';
import type { RequestContext } from '../request-context.ts';

/** For the audit log: a user has signed in. */
export function signedIn(
  { caller }: RequestContext,
  { uuid, organization }: Pick<SignedInUser, 'uuid' | 'organization'>,
): Act {
  return { act: 'sign_in.succeeded', actor: uuid, organization, subject: uuid, address: caller.address };
}

/** For the audit log: the user of the request has ended sessions of their own. */
export function endedSessions(
  { session, caller }: RequestContext,
  which: 'this' | 'another' | 'all others',
): Act {
  const { uuid = null, organization = null } = session?.user ?? {};
  const detail = { which };
  return { act: 'session.ended', actor: uuid, organization, subject: uuid, address: caller.address, detail };
}

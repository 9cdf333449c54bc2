import { os } from '@orpc/server';
import type { EndpointMeta } from '../../src/contract/policy.ts';
import { expiryCookie, sessionCookies } from '../auth/session-cookies.ts';
import { endedSession } from '../auth/ended-sessions.ts';
import { findSession } from '../auth/sessions.ts';
import { endIfReused } from './calls/end-if-reused.ts';
import type { RequestContext } from './request-context.ts';
import { Refusal } from '../refusal.ts';

/** Finds the session of a request. Every policy except `public` needs one. */
export const requireSession = os
  .$context<RequestContext>()
  .$meta<EndpointMeta>({ policy: 'deal_owner' })
  .middleware(async ({ context, procedure, path, next }) => {
    const session = await sessionOf(context);
    if (!session && procedure['~orpc'].meta.policy !== 'public') throw await signedOutOf(context);
    return next({ context: { session, endpoint: path.join('.') } });
  });

/** Returns the session of a request, and updates its cookies for this use. */
export async function sessionOf(context: RequestContext): Promise<RequestContext['session']> {
  if (context.token === null) return null;
  const session = await findSession(
    context.services.db,
    context.token,
    context.caller,
    context.services.now(),
    context.asUser,
  );
  if (!session) await endIfReused(context, context.token);
  // Demo accounts work only on this machine, whatever their cookie.
  if (!session || (session.user.is_demo && !context.local)) return null;
  if (session.news === 'renewed') context.answer.cookies.push(...sessionCookies(session, context.jar));
  else if (context.jar.unprefixed.length > 0)
    context.answer.cookies.push(...sessionCookies(session, context.jar));
  else if (session.news === 'prolonged') context.answer.cookies.push(...expiryCookie(session, context.jar));
  return session;
}

/** The reason why a request that needs a session has none. */
export async function signedOutOf({ services, token, asUser }: RequestContext): Promise<Refusal> {
  const ended = token === null ? null : await endedSession(services.db, token, asUser);
  return ended ?? signedOut();
}

export function signedOut(): Refusal {
  return new Refusal('signed_out', 'You are signed out. Sign in to continue.');
}

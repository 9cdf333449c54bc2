import type { SignIn } from '../../../src/contract/entities/account/sign-in.ts';
import { clearedCookies } from '../../auth/session-cookies.ts';
import { endSignIn, endSignIns, listSignIns, type FoundSession } from '../../auth/sessions.ts';
import { presentSignIn } from '../../present/present-sign-in.ts';
import { notFound } from '../../refusal.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { RequestContext } from '../request-context.ts';
import { signedOut } from '../require-session.ts';
import { endedSessions } from './session-acts.ts';

/** Returns where the user is signed in. */
export async function listSessions(context: RequestContext): Promise<SignIn[]> {
  const { user, family } = ownSession(context);
  const rows = await listSignIns(context.services.db, user.uuid, context.services.now());
  return rows.map((row) => presentSignIn(row, family));
}

/** Ends one of the user's own sessions; ending the current one is a sign-out. @throws {Refusal} `not_found` */
export async function deleteSession(context: RequestContext, uuid: string): Promise<undefined> {
  const { user, family } = ownSession(context);
  if (!(await endSignIn(context.services.db, user.uuid, uuid))) throw notFound('This session');
  const { services } = context;
  await recordAct(services.db, services.now(), endedSessions(context, uuid === family ? 'this' : 'another'));
  if (uuid === family) context.answer.cookies.push(...clearedCookies(context.jar));
}

/** Ends all of the user's own sessions except the current one. */
export async function deleteOtherSessions(context: RequestContext): Promise<undefined> {
  const { user, family } = ownSession(context);
  const { services } = context;
  await endSignIns(services.db, user.uuid, { but: family });
  await recordAct(services.db, services.now(), endedSessions(context, 'all others'));
}

function ownSession({ session }: RequestContext): FoundSession {
  if (!session) throw signedOut();
  return session;
}

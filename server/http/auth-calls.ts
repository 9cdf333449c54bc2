import { addressKey, type LoginAttempt } from '../auth/login-limit.ts';
import { passwordMatches } from '../auth/passwords.ts';
import { clearedCookies, epochSeconds, sessionCookies } from '../auth/session-cookies.ts';
import { beginSession, endSession, rotateSession } from '../auth/sessions.ts';
import { presentUser } from '../present/present-user.ts';
import { Refusal } from '../refusal.ts';
import { findAccount, type Account } from '../store/login-addresses.ts';
import type { User } from '../../src/contract/entities/user.ts';
import type { RequestContext } from './request-context.ts';
import { signedOut } from './require-session.ts';

/** @throws {Refusal} `wrong_credentials`, `too_many_requests`, `not_allowed` for a demo account from elsewhere */
export async function login(
  context: RequestContext,
  { loginId, password }: { loginId: string; password: string },
): Promise<{ expires_at: number; user: User }> {
  const { services } = context;
  const { db } = services;
  const email = loginId.trim().toLowerCase();
  const address = addressKey(context.caller.address);
  const { attempt, user } = await beginAttempt(context, email);
  if (!(await passwordMatches(user?.password_hash, password, [email, address])) || !user) {
    throw new Refusal('wrong_credentials', 'The e-mail address or the password is wrong.');
  }
  attempt.succeeded();
  if (user.is_demo && !context.local) {
    throw new Refusal(
      'not_allowed',
      'The sample accounts can sign in only on the computer that runs Counterpart.',
    );
  }
  // What the browser had before is overwritten: nobody could end it any more.
  if (context.token !== null) await endSession(db, context.token);
  const by = { caller: context.caller, addressKey: address };
  const session = await beginSession(db, user, by, services.now());
  context.answer.cookies.push(...sessionCookies(session, context.secure));
  return { expires_at: epochSeconds(session.expiresAt), user: presentUser(user) };
}

/** @throws {Refusal} `too_many_requests` */
async function beginAttempt(
  { services, limits, caller }: RequestContext,
  email: string,
): Promise<{ attempt: LoginAttempt; user: Account | undefined }> {
  const address = addressKey(caller.address);
  let user: Account | undefined;
  const attempt = await limits.logins.begin(email, address, async () => {
    const found = await findAccount(services.db, email, address);
    user = found.user;
    return found.isKnown;
  });
  if (typeof attempt !== 'number') return { attempt, user };
  throw new Refusal(
    'too_many_requests',
    `Too many attempts with a wrong password. Wait ${inWords(attempt)} and try again.`,
    { retryAfter: attempt },
  );
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** Signing out twice is not an error. */
export async function logout(context: RequestContext): Promise<undefined> {
  // Somebody's late sign-out must not end the session of the person who signed in after them.
  if (context.asUser !== null && context.session === null) return;
  if (context.token !== null) await endSession(context.services.db, context.token);
  context.answer.cookies.push(...clearedCookies(context.secure));
}

export async function refresh(context: RequestContext): Promise<{ expires_at: number }> {
  if (!context.session) throw signedOut();
  const session = await rotateSession(context.services.db, context.session, context.services.now());
  if (!session) throw signedOut();
  // The use itself may have prolonged the old one: one pair of cookies is the answer.
  context.answer.cookies = sessionCookies(session, context.secure);
  return { expires_at: epochSeconds(session.expiresAt) };
}

import type { User } from '../../../src/contract/entities/account/user.ts';
import { addressKey } from '../../auth/login-limit.ts';
import { hashPassword, isOutdated, passwordMatches } from '../../auth/passwords.ts';
import { clearedCookies, epochSeconds, sessionCookies } from '../../auth/session-cookies.ts';
import { beginSession, endSession, rotateSession } from '../../auth/sessions.ts';
import { presentUser } from '../../present/present-user.ts';
import { Refusal } from '../../refusal.ts';
import type { Account } from '../../store/account/users.ts';
import { recordAct, type Act } from '../../store/audit/audit-log.ts';
import { beginAttempt } from '../begin-attempt.ts';
import type { RequestContext } from '../request-context.ts';
import { signedOut } from '../require-session.ts';
import { confirmOnce } from './address-calls.ts';
import { endedSessions, signedIn } from './session-acts.ts';

/** @throws {Refusal} `wrong_credentials`, `too_many_requests`, `not_allowed` for a demo account from elsewhere */
export async function login(
  context: RequestContext,
  { loginId, password, framed = false }: { loginId: string; password: string; framed?: boolean | undefined },
): Promise<{ expires_at: number; user: User }> {
  const { services } = context;
  const { db } = services;
  const email = loginId.trim().toLowerCase();
  const address = addressKey(context.caller.address);
  const { attempt, user } = await beginAttempt(context, email);
  const turn = [email, address];
  if (!(await passwordMatches(user?.password_hash, password, turn)) || !user) {
    await recordAct(db, services.now(), failedSignIn(context, user));
    throw wrongCredentials();
  }
  await attempt.succeeded();
  if (user.is_demo && !context.local) {
    await recordAct(db, services.now(), failedSignIn(context, user));
    throw new Refusal(
      'not_allowed',
      'The sample accounts can sign in only on the computer that runs Counterpart.',
    );
  }
  if (user.disabled_at !== null) {
    await recordAct(db, services.now(), failedSignIn(context, user));
    throw disabled(user.organization_name);
  }
  // The browser's earlier session is overwritten, so it ends here. Nobody could end it later.
  if (context.token !== null) await endSession(db, context.token);
  const by = { caller: context.caller, addressKey: address };
  const session = await db.transaction().execute(async (tx) => {
    // The password may have been changed during the comparison, which ends all sessions. No session may begin with the old
    // one.
    const account = await tx
      .selectFrom('users')
      .select(['password_hash', 'disabled_at'])
      .where('uuid', '=', user.uuid)
      .forShare()
      .executeTakeFirst();
    if (account?.password_hash !== user.password_hash) return null;
    if (account.disabled_at !== null) throw disabled(user.organization_name);
    await confirmOnce(services, tx, user);
    const begun = await beginSession(tx, user, by, services.now());
    await recordAct(tx, services.now(), signedIn(context, user));
    return begun;
  });
  // The password was changed in the meantime, or rehashed by another sign-in, so compare the typed one with the new hash.
  if (!session) return login(context, { loginId, password, framed });
  if (isOutdated(user.password_hash)) await hashAgain(context, user, { password, turn });
  // Only if frames on other sites are allowed.
  const jar = {
    ...context.jar,
    framed: context.jar.framed || (framed && services.settings.embedOrigins.length > 0),
  };
  context.answer.cookies.push(...sessionCookies(session, jar));
  return { expires_at: epochSeconds(session.expiresAt), user: presentUser(user, services) };
}

/** This is only shown to somebody who knows the password. */
function disabled(organization: string): Refusal {
  return new Refusal(
    'account_disabled',
    `An administrator of ${organization} has disabled your account. Ask them to enable it again.`,
  );
}

/**
 * Returns the act for the audit log. It omits typed text that is not an account's address, because people type passwords
 * there.
 */
function failedSignIn({ caller }: RequestContext, user: Account | undefined): Act {
  const whose = { organization: user?.organization ?? null, subject: user?.uuid ?? null };
  return { act: 'sign_in.failed', actor: null, ...whose, address: caller.address };
}

/** Stores the password with the current parameters, unless it was changed in the meantime. */
async function hashAgain(
  { services: { db } }: RequestContext,
  { uuid, password_hash: outdated }: Account,
  { password, turn }: { password: string; turn: readonly string[] },
): Promise<void> {
  const password_hash = await hashPassword(password, turn);
  await db
    .updateTable('users')
    .set({ password_hash })
    .where('uuid', '=', uuid)
    .where('password_hash', '=', outdated)
    .execute();
}

function wrongCredentials(): Refusal {
  return new Refusal('wrong_credentials', 'The email address or password is incorrect.');
}

/** Signing out twice is not an error. */
export async function logout(context: RequestContext): Promise<undefined> {
  // A late sign-out must not end the session of the person who signed in after it.
  if (context.asUser !== null && context.session === null) return;
  if (context.token !== null) {
    await endSession(context.services.db, context.token);
    if (context.session)
      await recordAct(context.services.db, context.services.now(), endedSessions(context, 'this'));
  }
  context.answer.cookies.push(...clearedCookies(context.jar));
}

export async function refresh(context: RequestContext): Promise<{ expires_at: number }> {
  if (!context.session) throw signedOut();
  const session = await rotateSession(context.services.db, context.session, context.services.now());
  if (!session) throw signedOut();
  // This use may have extended the old session, but the response must contain only one pair of cookies.
  context.answer.cookies = sessionCookies(session, context.jar);
  return { expires_at: epochSeconds(session.expiresAt) };
}

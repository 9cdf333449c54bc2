import { addressKey } from '../../auth/login-limit.ts';
import { newPasswordFault } from '../../auth/new-password.ts';
import { hashPassword, passwordMatches } from '../../auth/passwords.ts';
import { clearedCookies, epochSeconds, sessionCookies } from '../../auth/session-cookies.ts';
import { endSignIns, keepOnlySession } from '../../auth/sessions.ts';
import { passwordChangedMail } from '../../mail/kinds/password-changed.ts';
import { postMail } from '../../mail/post-mail.ts';
import { resetPasswordKind } from '../../queue/job-kinds.ts';
import { invalid, type Refusal, tooMany } from '../../refusal.ts';
import { rememberAddress } from '../../store/account/login-addresses.ts';
import { ownerOfReset, useReset, voidReset } from '../../store/account/password-resets.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { Tx } from '../../store/tables.ts';
import { beginAttempt } from '../begin-attempt.ts';
import type { RequestContext } from '../request-context.ts';
import { signedOut } from '../require-session.ts';

/**
 * Emails a link to the account of this address, if there is one. Without an account, or if enough links were sent
 * lately, the response is the same and takes as long.
 * @throws {Refusal} `too_many_requests` for an address that requests too many
 */
export async function askForReset(
  { services, limits, caller }: RequestContext,
  { loginId }: { loginId: string },
): Promise<undefined> {
  const email = loginId.trim().toLowerCase();
  const asked = await limits.resets.ask(email, addressKey(caller.address));
  if (typeof asked === 'number') throw tooMany('Too many password links were requested.', asked);
  if (asked === 'enough') return;
  await services.db
    .transaction()
    .execute(async (tx) => services.jobs.enqueue(tx, resetPasswordKind, { email }));
}

/**
 * Sets the password for the holder of this link and signs them out everywhere, because somebody else may have had access.
 * They then sign in with the new password.
 * @throws {Refusal} `invalid` for an invalid link or an invalid password
 */
export async function setPassword(
  context: RequestContext,
  { password, passwordId }: { password: string; passwordId: string },
): Promise<undefined> {
  const { services, caller, limits } = context;
  const { db } = services;
  const owner = await ownerOfReset(db, passwordId, services.now());
  if (owner === null) throw noGoodLink();
  const user = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .select([
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.organization',
      'organizations.name as organization_name',
    ])
    .where('users.uuid', '=', owner)
    .executeTakeFirstOrThrow();
  const fault = newPasswordFault(password, user);
  if (fault !== null) throw invalid(fault, 'password');
  const email = user.email.toLowerCase();
  const address = addressKey(caller.address);
  const password_hash = await hashPassword(password, [email, address]);
  const now = services.now();
  await db.transaction().execute(async (tx) => {
    if (!(await useReset(tx, passwordId, now))) throw noGoodLink();
    await tx.updateTable('users').set({ password_hash }).where('uuid', '=', owner).execute();
    await endSignIns(tx, owner);
    // They have proved to be the owner, so guesses from elsewhere no longer delay them.
    await rememberAddress(tx, owner, address, now);
    await tellOfChange(services, tx, { ...user, uuid: owner });
    const { organization } = user;
    const act = { act: 'password.reset', actor: null, organization, subject: owner } as const;
    await recordAct(tx, now, { ...act, address: caller.address });
  });
  await limits.logins.forgive(email, address);
  if (context.session?.user.uuid === owner) context.answer.cookies = clearedCookies(context.jar);
}

/**
 * Changes the user's own password. Every other session ends, and the current one continues with a new token.
 * @throws {Refusal} `invalid` if the current password is wrong or the new one is invalid, `too_many_requests`
 */
export async function changePassword(
  context: RequestContext,
  {
    loginId,
    currentPassword,
    newPassword,
  }: { loginId: string; currentPassword: string; newPassword: string },
): Promise<{ expires_at: number }> {
  const { services, session } = context;
  if (!session) throw signedOut();
  const { user } = session;
  const email = user.email.toLowerCase();
  if (loginId.trim().toLowerCase() !== email) {
    throw invalid('This isn’t the email address that you’re signed in with.', 'loginId');
  }
  const turn = [email, addressKey(context.caller.address)];
  const { attempt } = await beginAttempt(context, email);
  // Not a 401, because the session is still valid.
  if (!(await passwordMatches(user.password_hash, currentPassword, turn))) {
    throw invalid('The current password is incorrect.', 'currentPassword');
  }
  await attempt.succeeded();
  if (newPassword === currentPassword) {
    throw invalid('The new password is the same as your current one. Choose another one.', 'newPassword');
  }
  const fault = newPasswordFault(newPassword, user);
  if (fault !== null) throw invalid(fault, 'newPassword');
  const password_hash = await hashPassword(newPassword, turn);
  const renewed = await services.db.transaction().execute(async (tx) => {
    // Locks the user's row first, so that one of two concurrent changes waits here instead of each waiting for the other's
    // session.
    await tx.updateTable('users').set({ password_hash }).where('uuid', '=', user.uuid).execute();
    const next = await keepOnlySession(tx, session, services.now());
    // Another password change or a used link ended the session at the same moment. That password stays.
    if (!next) throw signedOut();
    await voidReset(tx, user.uuid);
    await tellOfChange(services, tx, user);
    const { organization } = user;
    const act = { act: 'password.changed', actor: user.uuid, organization, subject: user.uuid } as const;
    await recordAct(tx, services.now(), { ...act, address: context.caller.address });
    return next;
  });
  context.answer.cookies = sessionCookies(renewed, context.jar);
  return { expires_at: epochSeconds(renewed.expiresAt) };
}

/** Notifies the account's address of the new password, in case its owner did not set it. */
async function tellOfChange(
  services: RequestContext['services'],
  tx: Tx,
  person: Pick<SignedInUser, 'uuid' | 'email' | 'first_name' | 'last_name' | 'organization'>,
): Promise<void> {
  const { publicUrl } = services.settings;
  const { uuid: user, email: address, organization } = person;
  const name = `${person.first_name} ${person.last_name}`;
  const mail = passwordChangedMail({ name, address }, { publicUrl, at: services.now() });
  await postMail(services, tx, { name, address, user, organization }, mail);
}

function noGoodLink(): Refusal {
  return invalid(
    'This link no longer works: it was already used, has expired, or was replaced by a newer one. Request a new one.',
    'passwordId',
  );
}

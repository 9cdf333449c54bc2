import { camelize } from '../db/codec.ts';
import { openDatabase } from '../db/database.ts';
import { deviceDatabase, forgetCurrent, noteSession, rememberAccount } from '../db/device-database.ts';
import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Transport } from './transport.ts';

/** The session is refreshed from this long before its end, milliseconds (core spec 9). */
const REFRESH_WINDOW_MS = 30 * 60 * 1000;

/** What the sign-in form must know. */
export type SignInAnswer =
  | { outcome: 'signed_in'; userId: string }
  | { outcome: 'refused'; message: string }
  | { outcome: 'unreachable'; message: string };

/** Signs in, keeps the account on the device and makes it the current one. */
export async function signIn(
  transport: Transport,
  clock: Clock,
  credentials: { email: string; password: string },
): Promise<SignInAnswer> {
  const config = await transport.ask((api, with_) => api.config.get(undefined, with_));
  // A config that fails to load is an empty one (core spec 8).
  const { application_id: applicationId, tenant_id: tenantId } =
    config.kind === 'ok' ? config.body : { application_id: undefined, tenant_id: undefined };
  const { email: loginId, password } = credentials;
  const answer = await transport.ask((api, with_) =>
    api.auth.login({ loginId, password, applicationId, tenantId }, with_),
  );
  switch (answer.kind) {
    case 'ok': {
      const user = camelize(answer.body.user);
      await rememberAccount({
        userId: user.uuid,
        email: user.email,
        fullName: user.fullName,
        expiresAt: answer.body.expires_at,
        session: 'active',
        lastUsedAt: clock.now(),
      });
      await openDatabase(user.uuid).users.put(user);
      return { outcome: 'signed_in', userId: user.uuid };
    }
    case 'not_modified':
      return { outcome: 'unreachable', message: 'The server gave no answer. Please try again.' };
    case 'retry':
      return { outcome: 'unreachable', message: unreachableMessage(answer) };
    case 'rejected':
    case 'signed_out':
    case 'update_needed':
      return { outcome: 'refused', message: answer.message };
  }
}

function unreachableMessage(answer: Extract<Answer<never>, { kind: 'retry' }>): string {
  if (answer.unreachable) return 'Counterpart cannot be reached. Check your connection and try again.';
  if (answer.afterMs !== null) return answer.reason;
  return 'Something between this device and Counterpart answered instead of it. Check your connection and try again.';
}

/** Ends the session at the server where it can be reached; on this device in any case. The work here stays. */
export async function signOut(transport: Transport, userId: string): Promise<void> {
  await noteSession(userId, { session: 'signed_out' });
  await forgetCurrent();
  await transport.ask((api, with_) => api.auth.logout(undefined, with_));
}

/**
 * Refreshes the session when less than 30 minutes of it are left (core spec 4 "Session refresh"). One worker at a time
 * in the browser profile: the token is rotated. It has failed only on a 4xx answer.
 */
export async function refreshIfDue(
  transport: Transport,
  clock: Clock,
  userId: string,
): Promise<'kept' | 'ended'> {
  if (!(await isDue(clock, userId))) return 'kept';
  return navigator.locks.request('counterpart-session', async () => {
    if (!(await isDue(clock, userId))) return 'kept';
    const answer = await transport.ask((api, with_) => api.auth.refresh(undefined, with_));
    if (answer.kind === 'ok') {
      await noteSession(userId, { session: 'active', expiresAt: answer.body.expires_at });
      return 'kept';
    }
    return answer.kind === 'signed_out' || answer.kind === 'rejected' ? 'ended' : 'kept';
  });
}

async function isDue(clock: Clock, userId: string): Promise<boolean> {
  const account = await deviceDatabase.accounts.get(userId);
  return account !== undefined && clock.now() > account.expiresAt * 1000 - REFRESH_WINDOW_MS;
}

/** Whether the person has a session that is thought to stand. */
export async function hasSession(userId: string): Promise<boolean> {
  return (await deviceDatabase.accounts.get(userId))?.session === 'active';
}

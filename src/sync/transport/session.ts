import type { User } from '../../contract/entities/account/user.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { camelize } from '../../db/codec.ts';
import { openDatabase } from '../../db/open-database.ts';
import {
  activeAccount,
  beginSession,
  deviceDatabase,
  noteDisabled,
  prolongSession,
  sessionNumber,
  type AccountRow,
} from '../../db/device-database.ts';
import type { Answer, Setback } from '../push/answer.ts';
import type { Clock } from '../engine/clock.ts';
import { unreachable } from '../push/classify.ts';
import { noteSuccess } from '../engine/status.ts';
import type { Transport } from './transport.ts';
import { Waits } from '../engine/backoff.ts';

/** How long before its end the session is refreshed, in milliseconds (docs/product/sign-in.md, "Sessions"). */
const REFRESH_WINDOW_MS = 30 * 60 * 1000;

/** How long to wait for another worker's refresh, because a frozen worker would hold the lock forever. Milliseconds. */
const OTHERS_REFRESH_MS = 10_000;

/**
 * How long calls wait for a refresh, by another worker or their own, so that one that hangs doesn't block them longer.
 * Milliseconds.
 */
const MOST_HELD_UP_MS = 2 * OTHERS_REFRESH_MS;

/** What the sign-in form needs. */
export type SignInAnswer =
  | { outcome: 'signed_in'; userId: string }
  | { outcome: 'refused'; message: string }
  | { outcome: 'unreachable'; message: string };

/** Signs in, stores the account on the device and makes it the current one. */
export async function signIn(
  transport: Transport,
  clock: Clock,
  credentials: { email: string; password: string; framed?: boolean },
): Promise<SignInAnswer> {
  const ids = await installationIds(transport);
  const { email: loginId, password, framed } = credentials;
  const answer = await transport.ask((api, with_) =>
    api.auth.login({ loginId, password, ...ids, framed }, with_),
  );
  switch (answer.kind) {
    case 'ok':
      return beginFor(answer, clock);
    case 'not_modified':
      return { outcome: 'unreachable', message: 'The server didn’t respond. Try again.' };
    case 'retry':
      return { outcome: 'unreachable', message: unreachableMessage(answer) };
    case 'rejected':
      if (answer.code === ('account_disabled' satisfies ErrorCode))
        await noteDisabled(loginId, answer.message);
      return { outcome: 'refused', message: answer.message };
    case 'signed_out':
    case 'update_needed':
      return { outcome: 'refused', message: answer.message };
  }
}

/** The installation's ids, as password calls send them (docs/product/sign-in.md, "Passwords"). */
export async function installationIds(
  transport: Transport,
): Promise<{ applicationId?: string; tenantId?: string }> {
  const config = await transport.ask((api, with_) => api.config.get(undefined, with_));
  // A configuration that fails to load counts as empty (docs/product/api.md, "Configuration").
  if (config.kind !== 'ok') return {};
  return { applicationId: config.body.application_id, tenantId: config.body.tenant_id };
}

/** Stores the user that the server has signed in, and makes them the current one. */
export async function beginFor(
  answer: { body: { user: User; expires_at: number }; serverNow: number | null },
  clock: Clock,
): Promise<SignInAnswer> {
  const user = camelize(answer.body.user);
  const db = openDatabase(user.uuid);
  await db.users.put(user);
  // What was recorded about the ended session no longer applies.
  await noteSuccess(db, clock.now());
  await beginSession({
    userId: user.uuid,
    email: user.email,
    fullName: user.fullName,
    ...byDeviceClock(answer.body.expires_at, answer, clock),
    lastUsedAt: clock.now(),
  });
  return { outcome: 'signed_in', userId: user.uuid };
}

function unreachableMessage(answer: Extract<Answer<never>, { kind: 'retry' }>): string {
  if (answer.unreachable) return 'Counterpart can’t be reached. Check your connection and try again.';
  if (answer.afterMs !== null) return answer.reason;
  return 'Something on your network answered instead of Counterpart. Check your connection and try again.';
}

/**
 * Sends the server the sign-outs that it doesn't know about yet. Each is sent in the name of its user, so that it never ends
 * the session of somebody who has signed in since.
 */
export async function sendOwedSignOuts(connect: (userId: string) => Transport): Promise<void> {
  const owing = await deviceDatabase.accounts.filter((account) => account.logoutOwed).toArray();
  for (const { userId } of owing) {
    const answer = await connect(userId).ask((api, with_) => api.auth.logout(undefined, with_));
    if (answer.kind === 'retry') continue;
    await deviceDatabase.accounts
      .where({ userId })
      .and((account) => account.session !== 'active')
      .modify({ logoutOwed: false });
  }
}

/**
 * Refreshes the session when less than 30 minutes of it are left (docs/product/sign-in.md, "Sessions"). One worker at a time
 * in the browser profile, because the token is rotated. Returns what went wrong: a 4xx ends the session, and everything else
 * is retried, including the end of the signal, which ends the wait for other workers.
 */
export async function refreshIfDue(
  transport: Transport,
  clock: Clock,
  userId: string,
  signal?: AbortSignal,
): Promise<Setback | null> {
  if (!isRefreshDue(clock, await activeAccount(userId))) return null;
  return afterOthers(clock, signal, async () => {
    if (!isRefreshDue(clock, await activeAccount(userId))) return null;
    const answer = await transport.ask((api, with_) => api.auth.refresh(undefined, with_));
    if (answer.kind === 'ok') {
      await prolongSession(userId, byDeviceClock(answer.body.expires_at, answer, clock));
      return null;
    }
    if (answer.kind === 'not_modified') return null;
    return answer.kind === 'rejected' ? { kind: 'signed_out', message: answer.message } : answer;
  });
}

/**
 * The transport with a session refresh before each call if one is due. All concurrent calls share one refresh, and no refresh
 * follows a failure before its wait is over. A refresh that does not get through delays nothing (SPEC: AUTH3).
 */
export function refreshing(
  transport: Transport,
  clock: Clock,
  userId: string,
  signal: AbortSignal,
): Pick<Transport, 'ask'> {
  const waits = new Waits(clock);
  let underWay: Promise<Setback | null> | null = null;
  const refresh = async () => {
    const patience = Promise.withResolvers<null>();
    const stopWaiting = clock.after(MOST_HELD_UP_MS, () => patience.resolve(null));
    const refreshed = refreshIfDue(transport, clock, userId, signal).then((setback) => {
      if (setback?.kind === 'retry') waits.hold('session', setback);
      else waits.release('session');
      return setback;
    });
    const done = refreshed.finally(() => {
      stopWaiting();
      underWay = null;
    });
    return Promise.race([done, patience.promise]);
  };
  return {
    async ask(request, options) {
      const isDue = isRefreshDue(clock, await activeAccount(userId));
      if (isDue && waits.dueAt('session') === null) underWay ??= refresh();
      const setback = await underWay;
      return setback && setback.kind !== 'retry' ? setback : transport.ask(request, options);
    },
  };
}

/**
 * Runs under the session's lock. If the lock isn't free in time, it runs without it. Two concurrent refreshes are harmless,
 * because the server accepts a token for 60 s after it was rotated.
 */
async function afterOthers(
  clock: Clock,
  signal: AbortSignal | undefined,
  refresh: () => Promise<Setback | null>,
): Promise<Setback | null> {
  const patience = new AbortController();
  const stopWaiting = clock.after(OTHERS_REFRESH_MS, () => patience.abort());
  const options = { signal: AbortSignal.any([patience.signal, ...(signal ? [signal] : [])]) };
  let begun = false;
  try {
    return await navigator.locks.request('counterpart-session', options, async () => {
      begun = true;
      stopWaiting();
      return refresh();
    });
  } catch (error) {
    if (begun) throw error;
    if (signal?.aborted) return unreachable(error);
    if (!patience.signal.aborted) throw error;
    return await refresh();
  } finally {
    stopWaiting();
  }
}

/** Returns whether the user, whose active account this is, has a session with less than 30 minutes left. */
export function isRefreshDue(clock: Clock, active: AccountRow | undefined): boolean {
  return active !== undefined && clock.now() > active.expiresAt * 1000 - REFRESH_WINDOW_MS;
}

/** Returns whether the user has a session that is believed to be valid. */
export async function hasSession(userId: string): Promise<boolean> {
  return (await sessionNumber(userId)) !== null;
}

/** When a session ends by this device's clock, which may be days off; the server uses its own, in epoch seconds. */
function byDeviceClock(
  serverSeconds: number,
  { serverNow }: { serverNow: number | null },
  clock: Clock,
): Pick<AccountRow, 'expiresAt' | 'aheadMs'> {
  if (serverNow === null) return { expiresAt: serverSeconds, aheadMs: undefined };
  const aheadMs = clock.now() - serverNow;
  return { expiresAt: Math.round(serverSeconds + aheadMs / 1000), aheadMs };
}

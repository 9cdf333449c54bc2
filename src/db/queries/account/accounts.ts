import type { MirrorDatabase } from '../../database.ts';
import { isOutdated, openDatabase } from '../../open-database.ts';
import { currentAccount, deviceDatabase, type AccountRow } from '../../device-database.ts';

/** The user whose mirror the screens show, or null if nobody has signed in here. */
export async function accountOnDevice(): Promise<AccountRow | null> {
  return (await currentAccount()) ?? null;
}

/**
 * Opens the mirror that the screens will show, while they are still being rendered. A failure is ignored, because the
 * screen's own query opens it again and reports the failure.
 */
export async function openEarly(): Promise<void> {
  const account = await currentAccount();
  if (!account) return;
  const db = mirrorOf(account);
  await db.open().catch(() => undefined);
  // Dexie would refuse every query after an opening that failed, or during which the connection was closed.
  if (!db.isOpen() && !isOutdated()) db.close({ disableAutoOpen: false });
}

/** Returns a name for the user's session on this device, different for each sign-in; null without a session. */
export async function activeSession(): Promise<string | null> {
  const account = await currentAccount();
  return account?.session === 'active' ? `${account.userId}/${account.signIns}` : null;
}

/** Returns whether the user's session of that number was signed out here, or replaced by a later sign-in. */
export async function isSessionOver({
  userId,
  signIns,
}: Pick<AccountRow, 'userId' | 'signIns'>): Promise<boolean> {
  const account = await deviceDatabase.accounts.get(userId);
  return account === undefined || account.session === 'signed_out' || account.signIns !== signIns;
}

/** The user who last worked on this device and has not signed out, or null. */
export async function lastAccount(): Promise<AccountRow | null> {
  const accounts = await deviceDatabase.accounts
    .filter((row) => row.session !== 'signed_out' && row.accessEnded === undefined)
    .toArray();
  return accounts.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)[0] ?? null;
}

/** Returns the user's mirror, open. */
export function mirrorOf(account: Pick<AccountRow, 'userId'>): MirrorDatabase {
  return openDatabase(account.userId);
}

import type { MirrorDatabase } from '../database.ts';
import { filesHere } from './file-standing.ts';
import { isOutdated, openDatabase } from '../open-database.ts';
import { currentAccount, deviceDatabase, endedAccounts, type AccountRow } from '../device-database.ts';

/** The person whose mirror the screens show, or null when nobody has signed in here. */
export async function accountOnDevice(): Promise<AccountRow | null> {
  return (await currentAccount()) ?? null;
}

/**
 * Opens the mirror that the screens will show, while they are still being made. Where that fails it is as if it had not been
 * tried: the screen's own query opens it, and tells of what keeps it shut.
 */
export async function openEarly(): Promise<void> {
  const account = await currentAccount();
  if (!account) return;
  const db = mirrorOf(account);
  await db.open().catch(() => undefined);
  // Dexie would refuse every query after an opening that failed, or in the middle of which the connection was closed.
  if (!db.isOpen() && !isOutdated()) db.close({ disableAutoOpen: false });
}

/** Names the session of the person on this device, each sign-in by another name; null = there is none that stands. */
export async function standingSession(): Promise<string | null> {
  const account = await currentAccount();
  return account?.session === 'active' ? `${account.userId}/${account.signIns}` : null;
}

/** The person who last worked on this device and has not signed out; null where there is none. */
export async function lastAccount(): Promise<AccountRow | null> {
  const accounts = await deviceDatabase.accounts
    .filter((row) => row.session !== 'signed_out' && row.accessEnded === undefined)
    .toArray();
  return accounts.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)[0] ?? null;
}

/** Somebody whose access has ended, and how much of their work never reached the server: all that is left here of theirs. */
export interface EndedAccess {
  account: AccountRow;
  reason: string;
  unsent: number;
}

/** Those who have unsent work here, and the person who was current when their access ended. */
export async function endedAccess(): Promise<EndedAccess[]> {
  const current = await currentAccount();
  const found: EndedAccess[] = [];
  for (const account of await endedAccounts()) {
    const unsent = await unsentCount(mirrorOf(account));
    if (account.accessEnded !== undefined && (unsent > 0 || account.userId === current?.userId))
      found.push({ account, reason: account.accessEnded, unsent });
  }
  return found;
}

/** Also while the worker is still moving it to the tray: it is never said to have reached the server before it has. */
async function unsentCount(db: MirrorDatabase): Promise<number> {
  const edits = await db.outbox.filter(({ state }) => state !== 'acked').count();
  return edits + (await db.rejected.count()) + (await filesHere(db)).length;
}

/** The person's mirror, open. */
export function mirrorOf(account: Pick<AccountRow, 'userId'>): MirrorDatabase {
  return openDatabase(account.userId);
}

import { liveQuery } from 'dexie';
import { announceWork } from '../db/change-sets.ts';
import { endedAccounts, leaveSession, signedOutAccounts } from '../db/device-database.ts';
import { forgetAllFiles } from '../db/offline/file-caches.ts';
import { wipeLock } from '../db/lock/wipe-lock.ts';
import { openDatabase } from '../db/open-database.ts';
import { wipeButUnsent, wipeMirror } from '../sync/engine/wipe-mirror.ts';
import type { EngineSeat } from './engine-seat.ts';

/** Ends the user's session on this device, and deletes their server data from it (SPEC: AUTH7, AUTH11). */
export async function signOut(
  userId: string,
  seat: EngineSeat,
  tellServer: () => Promise<void>,
): Promise<void> {
  // Delete encrypted data while this device still knows the user, so that the deletion can be repeated if the window is closed
  // now.
  await wipeLock(openDatabase(userId)).catch(reportError);
  // First on this device: even without a network, it no longer shows anything of theirs.
  await leaveSession(userId);
  announceWork(userId);
  const left = seat.inTurn(async () => {
    await seat.unseat(userId);
    await wipeIfOut(userId).catch(reportError);
    await tellServer();
  });
  // Offline deals are downloaded again after the next sign-in. Leftovers are deleted at the next start.
  await forgetAllFiles(userId).catch(reportError);
  await left;
}

/**
 * Completes deletions that were interrupted, for example because the window was closed. Runs in a turn, because the user may be
 * signing in again.
 */
export async function forgetLeftOver(seat: EngineSeat): Promise<void> {
  for (const userId of await signedOutAccounts()) {
    await forgetAllFiles(userId);
    await seat.inTurn(async () => wipeIfOut(userId));
  }
}

/**
 * Deletes the server data of each user whose access an admin has ended (SPEC: AUTH12), now and as long as this worker lives.
 * Their unsent work is kept as rejected edits.
 */
export function watchEndedAccess(seat: EngineSeat): void {
  const wiped = new Set<string>();
  liveQuery(endedAccounts).subscribe((accounts) => {
    for (const { userId, signIns, accessEnded = '' } of accounts) {
      const session = `${userId}/${signIns}`;
      if (wiped.has(session)) continue;
      wiped.add(session);
      void wipeEnded(userId, accessEnded, seat).catch((error: unknown) => {
        wiped.delete(session);
        reportError(error);
      });
    }
  });
}

async function wipeEnded(userId: string, reason: string, seat: EngineSeat): Promise<void> {
  await seat.inTurn(async () => {
    // They may have signed in again in the meantime.
    if (!(await endedAccounts()).some((account) => account.userId === userId)) return;
    await seat.unseat(userId);
    await wipeButUnsent(openDatabase(userId), reason);
    await forgetAllFiles(userId);
  });
}

/** Wipes the mirror, unless the user is back. While this tab was frozen, they may have signed in again from another tab. */
async function wipeIfOut(userId: string): Promise<void> {
  if ((await signedOutAccounts()).includes(userId)) await wipeMirror(openDatabase(userId));
}

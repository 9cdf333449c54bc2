import type { MirrorDatabase } from '../../../db/database.ts';
import { lockOf } from '../../../db/queries/account/device-lock.ts';
import { filesHere } from '../../../db/queries/documents/file-standing.ts';
import { syncStatus, type SyncSummary } from '../../../db/queries/status/sync-status.ts';

/** What the user must know before signing out. */
export interface SignOutQuestion {
  /** Edits that have not reached the server. They stay on the device and are sent after the next sign-in. */
  unsent: number;
  /** Edits that the server rejected. They stay until the user decides. */
  rejected: number;
  /** The files that are only on this device. Signing out deletes them. */
  files: readonly string[];
  /** Whether files are being copied to the device. Until that is done, nobody knows what would be lost. */
  copying: boolean;
  /** Why the user could not sign in again right now; null = the server can be reached. */
  lockedOut: LockedOut | null;
}

export type LockedOut = 'offline' | 'disconnected';

/** The work that a sign-out affects. */
export interface SignOutWork {
  summary: SyncSummary;
  /** The files that are only on this device. */
  files: readonly string[];
}

/** Returns the work that a sign-out affects, read in one transaction. */
export async function signOutWork(db: MirrorDatabase): Promise<SignOutWork> {
  return db.transaction('r', [db.meta, db.outbox, db.rejected, db.files], async () => {
    const summary = await syncStatus(db);
    const files = (await filesHere(db)).map(({ uuid }) => uuid);
    // Every edit counts, even if the user decides on several at once.
    const rejected = await db.rejected.toArray();
    if ((await lockOf(db)) === null) return { summary: { ...summary, rejected: rejected.length }, files };
    // Signing out removes the lock's key, and with it the rejected files.
    const locked = rejected.filter(({ name }) => name === 'file.upload');
    return {
      summary: { ...summary, rejected: rejected.length - locked.length },
      files: [...files, ...locked.map(({ id }) => id)],
    };
  });
}

/** Returns what to ask before signing out; null = nothing. `online` is the browser's view of the network. */
export function signOutQuestion(
  { summary, files }: SignOutWork,
  { copying, online }: { copying: boolean; online: boolean },
): SignOutQuestion | null {
  const question = {
    unsent: summary.unsent,
    rejected: summary.rejected,
    files,
    copying,
    lockedOut: lockedOutBy(summary.connection, online),
  };
  return hasUnsentWork(question) || question.lockedOut !== null ? question : null;
}

export function hasUnsentWork({ unsent, rejected, files, copying }: SignOutQuestion): boolean {
  return copying || unsent + rejected + files.length > 0;
}

/** A session that has ended says nothing about the network, but the browser may. */
export function lockedOutBy(connection: SyncSummary['connection'], online: boolean): LockedOut | null {
  if (connection === 'offline' || !online) return 'offline';
  return connection === 'online' ? null : 'disconnected';
}

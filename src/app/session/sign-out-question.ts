import type { MirrorDatabase } from '../../db/database.ts';
import { lockOf } from '../../db/queries/account/device-lock.ts';
import { filesHere } from '../../db/queries/documents/file-standing.ts';
import { syncStatus, type SyncSummary } from '../../db/queries/status/sync-status.ts';

/** What a person must know before they sign out. */
export interface SignOutQuestion {
  title: string;
  /** How many changes have not reached the server; they stay on the device, and go out after the next sign-in. */
  kept: number;
  /** How many the server has refused; they stay until the person decides. */
  refused: number;
  /** The files that are on this device alone; they are deleted from it. */
  files: readonly string[];
  /** Whether files are just being copied to the device: until they are there nobody can say what is lost. */
  copying: boolean;
  /** That they might not come back to their work for a while; null = the server is there to sign in again. */
  lockedOut: string | null;
}

/** What of the person's work a sign-out touches. */
export interface SignOutWork {
  summary: SyncSummary;
  /** The files that are on this device alone. */
  files: readonly string[];
}

/** Reads it, from one moment of the mirror. */
export async function signOutWork(db: MirrorDatabase): Promise<SignOutWork> {
  return db.transaction('r', [db.meta, db.outbox, db.rejected, db.files], async () => {
    const summary = await syncStatus(db);
    const files = (await filesHere(db)).map(({ uuid }) => uuid);
    // Each change counts, also where several are decided on together.
    const refused = await db.rejected.toArray();
    if ((await lockOf(db)) === null) return { summary: { ...summary, rejected: refused.length }, files };
    // Without the lock its key is gone, and with it the files of the tray.
    const shelved = refused.filter(({ name }) => name === 'file.upload');
    const rejected = refused.length - shelved.length;
    return { summary: { ...summary, rejected }, files: [...files, ...shelved.map(({ id }) => id)] };
  });
}

/** What is asked of a person who signs out; null = nothing. `online` is what the browser believes of the network. */
export function signOutQuestion(
  { summary, files }: SignOutWork,
  { copying, online }: { copying: boolean; online: boolean },
): SignOutQuestion | null {
  const { unsent: kept, rejected: refused } = summary;
  const unsent = copying || kept + refused + files.length > 0;
  const lockedOut = lockedOutInWords(summary.connection, online);
  if (!unsent && lockedOut === null) return null;
  const title = unsent ? 'Sign out with unsent work?' : 'Sign out without a connection?';
  return { title, kept, refused, files, copying, lockedOut };
}

/** Nobody can sign in again without the server. A session that has ended says nothing of it, the browser may. */
export function lockedOutInWords(connection: SyncSummary['connection'], online: boolean): string | null {
  if (connection === 'offline' || !online)
    return 'You are offline. Signed out, you cannot open your work on this device until there is a network again.';
  if (connection === 'online') return null;
  return 'You are not connected to the server. Signed out, you cannot open your work on this device until you are.';
}

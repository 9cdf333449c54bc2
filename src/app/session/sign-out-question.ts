import type { SyncSummary } from '../../db/queries/sync-status.ts';

/** What a person must know before they sign out. */
export interface SignOutQuestion {
  title: string;
  /** How many changes have not reached the server; they stay on the device. */
  kept: number;
  /** How many files have not; they are deleted from it. */
  lost: number;
  /** That they might not come back to their work for a while; null = the server is there to sign in again. */
  lockedOut: string | null;
}

/** What is asked of a person who signs out; null = nothing. `online` is what the browser believes of the network. */
export function signOutQuestion(summary: SyncSummary, online: boolean): SignOutQuestion | null {
  const kept = summary.unsent + summary.rejected;
  const lost = summary.unsentFiles + summary.failedFiles + summary.unfiled;
  const lockedOut = lockedOutInWords(summary.connection, online);
  if (kept + lost === 0 && lockedOut === null) return null;
  const title = kept + lost > 0 ? 'Sign out with unsent work?' : 'Sign out without a connection?';
  return { title, kept, lost, lockedOut };
}

/** Nobody can sign in again without the server. A session that has ended says nothing of it, the browser may. */
function lockedOutInWords(connection: SyncSummary['connection'], online: boolean): string | null {
  if (connection === 'offline' || !online)
    return 'You are offline. Signed out, you cannot open your work on this device until there is a network again.';
  if (connection === 'online') return null;
  return 'You are not connected to the server. Signed out, you cannot open your work on this device until you are.';
}

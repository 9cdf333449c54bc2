import type { MirrorDatabase } from '../../database.ts';
import { currentAccount, endedAccounts, type AccountRow } from '../../device-database.ts';
import { mirrorOf } from './accounts.ts';
import { filesHere } from '../documents/file-standing.ts';

/**
 * A user whose access has ended, and how much of their work never reached the server. Nothing else of theirs is left here.
 */
export interface EndedAccess {
  account: AccountRow;
  reason: string;
  unsent: number;
}

/** Users with unsent work here, and the user who was current when their access ended. */
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

/** From one snapshot, because the worker may be moving work to the tray, which must be counted exactly once. */
async function unsentCount(db: MirrorDatabase): Promise<number> {
  return db.transaction('r', db.tables, async () => {
    const edits = await db.outbox.filter(({ state }) => state !== 'acked').count();
    return edits + (await db.rejected.count()) + (await filesHere(db)).length;
  });
}

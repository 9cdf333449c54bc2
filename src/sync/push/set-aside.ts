import { announceChanges } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables } from '../../db/outbox/fold.ts';
import { rejectIn, SET_ASIDE } from './lane.ts';

/**
 * Moves an edit that does not get through to the tray with its dependent edits, at the user's request, so that its deal's
 * next edits continue (SPEC: REJ12). Any worker can do this. It does nothing if the server has accepted the edit in the
 * meantime.
 */
export async function setAside(db: MirrorDatabase, id: string): Promise<void> {
  const tables = [...foldedTables(db), db.rejected, db.notices, db.files, db.fileBytes];
  const set = await db.transaction('rw', tables, async () => {
    const row = await db.outbox.get({ id });
    if (!row || row.state === 'acked') return null;
    return rejectIn({ db }, row, {
      toast: 'The change was set aside. You can find it in “Sync status”.',
      reason: 'You set it aside because it couldn’t be sent. It may have reached the server anyway.',
      code: SET_ASIDE,
    });
  });
  if (set) announceChanges(db.userId, [set]);
}

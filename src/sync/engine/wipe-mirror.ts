import { deleteSentBytes } from '../../db/files/sent-bytes.ts';
import { AUTOMATIC_KEY } from '../../db/offline/automatic-offline.ts';
import { numberAllLanes, SEQ_PREFIX } from '../../db/change-sets.ts';
import { readNotificationDefinition } from '../../db/commands/account/read-notification.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { KEEP_BUDGET_KEY, KEPT_PREFIX, REMOVED_PREFIX } from '../../db/offline/offline-deals.ts';
import { OPENED_PREFIX, VIEWED_PREFIX } from '../../db/offline/opened-deals.ts';
import { DEAL_ORDER_KEY } from '../../db/queries/transactions/deal-order.ts';
import { fileStatus } from '../../db/queries/documents/file-standing.ts';
import { SURVEY_KEY } from '../../db/queries/account/survey.ts';
import { TOUR_KEY } from '../../db/queries/account/tour.ts';
import { isOfLock } from '../../db/lock/device-lock.ts';
import { newUuid } from '../../db/uuid.ts';
import { shelveFiles } from '../push/shelve-files.ts';
import {
  ACCOUNT_LANE,
  BIRTHMARK_KEY,
  EPOCH_KEY,
  ROWS_FORM_KEY,
  SETTLED_KEY,
  UPLOAD_HOLD_KEY,
  WIPED_KEY,
} from '../../db/rows.ts';
import { endLead, TICK_KEY } from './leader.ts';

/**
 * The entries that stay in `meta`: the engine's counters and the mark of this mirror (DISK6), settled edits (FILE4), and the
 * user's choices for this device. None of it reveals what a deal contains.
 */
const STAYS = new Set([
  EPOCH_KEY,
  TICK_KEY,
  BIRTHMARK_KEY,
  ROWS_FORM_KEY,
  SETTLED_KEY,
  UPLOAD_HOLD_KEY,
  KEEP_BUDGET_KEY,
  AUTOMATIC_KEY,
  DEAL_ORDER_KEY,
  SURVEY_KEY,
  TOUR_KEY,
]);

/** The same by deal, including opened deals that still have to be reported to the server (PULL18). */
const STAYS_OF_DEALS = [SEQ_PREFIX, KEPT_PREFIX, REMOVED_PREFIX, OPENED_PREFIX, VIEWED_PREFIX];

/**
 * Deletes from the device everything that the server has of the user, once they have signed out (SPEC: AUTH11). If any of
 * their work has not reached the server, everything stays, because the work is based on it, except copies of files that the
 * server has. Returns whether anything was deleted.
 */
export async function wipeMirror(db: MirrorDatabase): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    if (await isUnsent(db)) {
      await deleteSentBytes(db);
      return false;
    }
    // A pending response in another tab's worker must not bring it back.
    await endLead(db);
    await numberAllLanes(db);
    for (const table of db.tables) if (table.name !== db.meta.name) await table.clear();
    await db.meta.filter(({ key }) => !isToStay(key)).delete();
    await db.meta.put({ key: WIPED_KEY, value: true });
    return true;
  });
}

/**
 * Deletes from the device everything that the server has of the user, once an admin has ended their access (SPEC: AUTH12).
 * Unsent work goes to the tray, files with their bytes, and stays there for the user to save or retry.
 */
export async function wipeButUnsent(db: MirrorDatabase, reason: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await endLead(db);
    await shelveUnsent(db, reason);
    await numberAllLanes(db);
    const kept = new Set<string>(await db.rejected.toCollection().primaryKeys());
    const bytes = await db.fileBytes.toCollection().primaryKeys();
    await db.fileBytes.bulkDelete(bytes.filter((uuid) => !kept.has(uuid)));
    const staying = new Set([db.meta.name, db.rejected.name, db.fileBytes.name]);
    for (const table of db.tables) if (!staying.has(table.name)) await table.clear();
    await db.meta.filter(({ key }) => !isToStay(key) && !isOfLock(key)).delete();
    await db.meta.put({ key: WIPED_KEY, value: true });
  });
}

async function shelveUnsent(db: MirrorDatabase, reason: string): Promise<void> {
  const rejectedAt = new Date().toISOString();
  // What others did in the meantime belongs to the server.
  await db.rejected.toCollection().modify((row) => {
    delete row.conflict;
  });
  for (const row of await db.outbox.toArray()) {
    const { id, lane, name, args, madeAt, seq, called, state } = row;
    if (state === 'acked' || name === readNotificationDefinition.name) continue;
    await db.rejected.put({
      id: typeof id === 'string' && id !== '' ? id : newUuid(),
      lane: typeof lane === 'string' ? lane : ACCOUNT_LANE,
      name,
      args,
      madeAt,
      rejectedAt,
      reason: state === 'attempted' ? `${reason} This change may have reached the server anyway.` : reason,
      code: 'access_ended',
      ...(seq !== undefined && { seq }),
      ...(called !== undefined && { called }),
    });
  }
  const deals = new Set((await db.files.toArray()).map(({ transaction }) => transaction));
  for (const deal of deals) await shelveFiles(db, deal, { reason });
}

/** Returns whether work is unsent. A notification marked as read doesn't count, because it cannot be lost (REJ11). */
async function isUnsent(db: MirrorDatabase): Promise<boolean> {
  const edits = await db.outbox.toArray();
  const files = await db.files.toArray();
  return (
    edits.some(({ state, name }) => state !== 'acked' && name !== readNotificationDefinition.name) ||
    files.some((file) => fileStatus(file) !== null) ||
    (await db.rejected.count()) > 0
  );
}

function isToStay(key: string): boolean {
  return STAYS.has(key) || STAYS_OF_DEALS.some((prefix) => key.startsWith(prefix));
}

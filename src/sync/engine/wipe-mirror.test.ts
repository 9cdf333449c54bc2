import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  newDocumentRow,
  newFileRow,
  newNotificationRow,
  newTransactionRow,
} from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { lastCommit } from '../../db/change-sets.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { readNotifications } from '../../db/commands/account/read-notification.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { keepSentFile } from '../../db/outbox/sent-edits.ts';
import { isKept, noteKept } from '../../db/offline/offline-deals.ts';
import { noteViewed, unreportedViewings } from '../../db/offline/opened-deals.ts';
import { BIRTHMARK_KEY, CONFIG_KEY, EPOCH_KEY, SETBACKS_KEY } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { applyDeals } from '../pull/deal-list/apply-deals.ts';
import { LeaseLostError } from './lease.ts';
import { LeadershipLostError, nextTick } from './leader.ts';
import { assertUploads, beginUploads } from '../uploads/uploader.ts';
import { wipeButUnsent, wipeMirror } from './wipe-mirror.ts';

const deal = newTransactionRow('Project Larch');
const lane = deal.uuid;
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.bulkPut([
    { key: EPOCH_KEY, value: 1 },
    { key: BIRTHMARK_KEY, value: 'born' },
    { key: CONFIG_KEY, value: { support_email: 'help@firm.test' } },
    { key: SETBACKS_KEY, value: [{ what: `pull/${lane}` }] },
  ]);
  await db.transactions.put(deal);
  await db.documents.put(newDocumentRow(lane));
  await db.notifications.put(newNotificationRow());
  await db.answers.put({ key: 'sessions', askedAt: '', body: [] });
});
afterEach(async () => db.delete());

/** The tables that have rows. */
async function tablesWithRows(): Promise<string[]> {
  const counts = await Promise.all(
    db.tables.map(async (table) => [table.name, await table.count()] as const),
  );
  return counts.flatMap(([name, count]) => (count > 0 ? [name] : []));
}

async function addHeader(): Promise<void> {
  await createHeader(db, { transaction: lane, uuid: newUuid(), label: 'Typed', parent: TOP, after: null });
}

describe('[AUTH11] a sign-out', () => {
  it('leaves no row of the user, and no record of what a deal contains', async () => {
    await noteKept(db, lane, 1);
    await noteViewed(db, lane, 1);
    await nextTick(db);
    expect(await wipeMirror(db)).toBe(true);
    expect(await tablesWithRows()).toEqual(['meta']);
    const keys = await db.meta.toCollection().primaryKeys();
    expect(keys).toEqual(['born', 'epoch', `kept/${lane}`, 'tick', `viewed/${lane}/0`, 'wiped']);
    expect(await isKept(db, lane)).toBe(true);
    expect(await unreportedViewings(db)).toHaveLength(1);
  });

  it('keeps unsent work, but no copy of a file that the server has', async () => {
    await addHeader();
    const [sent, unsent] = [newFileRow(lane), newFileRow(lane)];
    await db.files.put(unsent);
    await db.fileBytes.bulkPut([sent, unsent].map(({ uuid }) => ({ uuid, bytes: new Blob(['%PDF']) })));
    await keepSentFile(db, sent, newUuid(), new Date());
    expect(await wipeMirror(db)).toBe(false);
    expect(await db.fileBytes.toCollection().primaryKeys()).toEqual([unsent.uuid]);
  });

  it('deletes nothing if an edit has not reached the server', async () => {
    await addHeader();
    expect(await wipeMirror(db)).toBe(false);
    expect(await db.transactions.count()).toBe(1);
    expect(await db.outbox.count()).toBe(1);
  });

  it('deletes nothing if an edit was rejected or a file is waiting', async () => {
    await db.files.put(newFileRow(lane, { status: 'FAILED_UPLOADING_FILE_TO_STORE' }));
    expect(await wipeMirror(db)).toBe(false);
    await db.files.clear();
    const refused = { name: 'header.create', args: {}, madeAt: '', rejectedAt: '', code: 'not_found' };
    await db.rejected.put({ ...refused, id: newUuid(), lane, reason: 'It is gone.' });
    expect(await wipeMirror(db)).toBe(false);
    expect(await db.transactions.count()).toBe(1);
  });

  it('is not delayed by saved work, nor by a notification marked as read', async () => {
    await addHeader();
    await db.outbox.toCollection().modify({ state: 'acked', awaiting: ['elements'] });
    await db.files.put(newFileRow(lane, { status: 'SUCCESS_CREATING_DOCUMENT' }));
    await readNotifications(db, await db.notifications.toCollection().primaryKeys());
    expect(await wipeMirror(db)).toBe(true);
    expect(await tablesWithRows()).toEqual(['meta']);
  });

  it('is not undone by earlier requests of another tab’s worker', async () => {
    const leadership = { db, epoch: 1 };
    const tick = await nextTick(db);
    const uploader = await beginUploads(db);
    await wipeMirror(db);
    const late = applyDeals(leadership, { tick, told: [deal], pages: [], unchanged: [] });
    await expect(late).rejects.toThrow(LeadershipLostError);
    await expect(assertUploads(uploader)).rejects.toThrow(LeaseLostError);
    expect(await db.transactions.count()).toBe(0);
  });

  it('counts as a commit that drops every checklist in memory', async () => {
    await addHeader();
    const before = await lastCommit(db, lane);
    await db.outbox.clear();
    await wipeMirror(db);
    expect(await lastCommit(db, lane)).toEqual({ ...before, seq: before.seq + 1 });
  });
});

describe('[AUTH12] the end of a user’s access', () => {
  const REASON = 'An administrator of Whitfield & Crane LLP has disabled your account.';

  it('deletes the mirror and keeps unsent edits and files in the tray', async () => {
    const header = newUuid();
    await createHeader(db, { transaction: lane, uuid: header, label: 'Typed', parent: TOP, after: null });
    await renameHeader(db, { transaction: lane, uuid: header, label: 'Typed again' });
    await db.outbox.orderBy('seq').limit(1).modify({ state: 'attempted' });
    const file = newFileRow(lane);
    const sent = newFileRow(lane, { status: 'SUCCESS_CREATING_DOCUMENT' });
    await db.files.bulkPut([file, sent]);
    await db.fileBytes.bulkPut([file, sent].map(({ uuid }) => ({ uuid, bytes: new Blob(['%PDF']) })));
    await wipeButUnsent(db, REASON);
    expect(new Set(await tablesWithRows())).toEqual(new Set(['fileBytes', 'meta', 'rejected']));
    const tray = await db.rejected.toArray();
    expect(Object.fromEntries(tray.map(({ name, reason }) => [name, reason]))).toEqual({
      'file.upload': REASON,
      'header.create': `${REASON} This change may have reached the server anyway.`,
      'header.rename': REASON,
    });
    expect(await db.fileBytes.toCollection().primaryKeys()).toEqual([file.uuid]);
  });

  it('keeps only the engine’s counters if all work has reached the server', async () => {
    await addHeader();
    await db.outbox.toCollection().modify({ state: 'acked', awaiting: ['elements'] });
    await readNotifications(db, await db.notifications.toCollection().primaryKeys());
    await wipeButUnsent(db, REASON);
    expect(await tablesWithRows()).toEqual(['meta']);
  });

  it('keeps what was in the tray before, without what others did', async () => {
    const conflict = { fields: ['label'], current: { label: 'Theirs' }, changedBy: null, changedAt: null };
    const refused = {
      name: 'header.rename',
      args: {},
      madeAt: '',
      rejectedAt: '',
      code: 'changed_meanwhile',
    };
    await db.rejected.put({ ...refused, id: newUuid(), lane, reason: 'Changed.', conflict });
    await wipeButUnsent(db, REASON);
    const [kept] = await db.rejected.toArray();
    expect(kept).toMatchObject({ reason: 'Changed.' });
    expect(kept).not.toHaveProperty('conflict');
  });

  it('can be repeated after an interruption', async () => {
    await addHeader();
    await wipeButUnsent(db, REASON);
    await wipeButUnsent(db, REASON);
    expect(await db.rejected.count()).toBe(1);
  });
});

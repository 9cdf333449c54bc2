import { beforeEach, expect, it } from 'vitest';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { attentionReasons } from '../../../app/transaction/attention-copy.ts';
import { newItemRow } from '../../commands/checklist/new-rows.ts';
import { MirrorDatabase } from '../../database.ts';
import type { DocumentRow, TransactionRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { dealsAttention } from './deal-attention.ts';

let db: MirrorDatabase;
let deal: TransactionRow;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  deal = { ...newTransactionRow('Project Alder'), numFailedDocuments: 0, numOwnInvitations: 0 };
  return async () => db.delete();
});

async function words(change: Partial<TransactionRow> = {}): Promise<string | null> {
  const row = { ...deal, ...change };
  const reasons = (await dealsAttention(db, [row])).get(deal.uuid);
  return reasons ? attentionReasons(reasons) : null;
}

async function pulledDocuments(...changes: Partial<DocumentRow>[]): Promise<DocumentRow[]> {
  const rows = changes.map((change) => ({
    ...newDocumentRow(deal.uuid),
    conversionStatus: 'error' as const,
    ...change,
  }));
  await db.documents.bulkAdd(rows);
  await db.cursors.put({
    key: `${deal.uuid}/changes`,
    lane: deal.uuid,
    collection: 'changes',
    askedTick: 0,
    pulledAt: '2026-01-01T00:00:00.000Z',
  });
  return rows;
}

it('says why a deal needs attention, in words', async () => {
  const refused = {
    lane: deal.uuid,
    name: 'x',
    args: {},
    madeAt: '',
    rejectedAt: '',
    reason: 'No.',
    code: 'invalid' as const,
    format: 1,
    creates: [],
    refersTo: [],
  };
  await db.rejected.bulkAdd([
    { ...refused, id: 'a' },
    { ...refused, id: 'b', because: 'a' },
    { ...refused, id: 'c', lane: 'another deal' },
  ]);
  await db.files.bulkAdd([
    { ...newFileRow(deal.uuid), status: 'FAILED_UPLOADING_FILE_TO_STORE' },
    { ...newFileRow(deal.uuid), status: 'QUEUED', duplicateOf: 'Bylaws' },
    { ...newFileRow(deal.uuid), status: 'QUEUED', duplicateOf: 'Deed' },
    { ...newFileRow(deal.uuid), status: 'QUEUED' },
  ]);
  expect(await words({ numFailedDocuments: 2, numOwnInvitations: 1, numSignaturesToAccept: 1 })).toBe(
    'you’re invited, 1 signature to accept, 2 files failed to convert, 1 file was not uploaded, 2 files need your attention, 1 change was rejected',
  );
});

it('leaves out a deal in which nothing waits for this user', async () => {
  expect(await words()).toBeNull();
});

it('keeps the mark without a reason if an older server gave none', async () => {
  const older = newTransactionRow('Project Birch');
  expect((await dealsAttention(db, [{ ...older, actionRequired: true }])).has(older.uuid)).toBe(true);
});

it('counts a failed version only until a newer one replaces it', async () => {
  const item = newUuid();
  const [queued, version] = await pulledDocuments({}, { inQueue: false, itemId: item });
  if (!queued || !version) throw new Error('Two documents were added.');
  const stamp = { userId: db.userId, madeAt: version.createdAt };
  await db.items.add(newItemRow({ uuid: item, transaction: deal.uuid, name: 'Deed' }, version, stamp));
  expect(await words({ numFailedDocuments: 2 })).toBe('2 files failed to convert');
  await db.items.update(item, { document: newUuid() });
  expect(await words({ numFailedDocuments: 2 })).toBe('1 file failed to convert');
  await db.items.update(item, { pendingConversionDocument: version.uuid });
  expect(await words({ numFailedDocuments: 2 })).toBe('2 files failed to convert');
  await db.items.delete(item);
  await db.documents.delete(queued.uuid);
  expect(await words({ numFailedDocuments: 2 })).toBeNull();
});

it('counts no failed documents if the server reports none that the user can resolve', async () => {
  await pulledDocuments({});
  expect(await words({ access: 'view' })).toBeNull();
});

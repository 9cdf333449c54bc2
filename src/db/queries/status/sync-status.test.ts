import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../database.ts';
import { SYNC_STATUS_KEY, type FileRow, type OutboxRow, type RejectedRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { newFileRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { filesWaiting } from '../documents/file-standing.ts';
import { allNotices } from './notices.ts';
import { syncStatus } from './sync-status.ts';

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

function edit(state: OutboxRow['state'], madeAt: string): OutboxRow {
  const id = newUuid();
  return {
    id,
    lane: 'deal',
    name: 'x',
    format: 1,
    args: {},
    madeAt,
    state,
    creates: [],
    refersTo: [],
    touches: [],
  };
}

async function addFiles(...statuses: FileRow['status'][]): Promise<void> {
  await db.files.bulkAdd(
    statuses.map((status, uploadOrder) => ({
      uuid: newUuid(),
      transaction: 'deal',
      fileName: 'a.pdf',
      name: 'a',
      signingType: 'to_be_signed' as const,
      mediaType: '',
      size: 100,
      status,
      uploadOrder,
      addedAt: '',
      sentBytes: 0,
    })),
  );
}

function refused(id: string, rejectedAt: string, because?: string): RejectedRow {
  const row = {
    id,
    lane: 'deal',
    name: 'x',
    args: {},
    madeAt: '',
    rejectedAt,
    reason: 'No.',
    code: 'invalid',
  };
  return because === undefined ? row : { ...row, because };
}

it('says "connecting" before anything is known, with nothing unsent', async () => {
  expect(await syncStatus(db)).toEqual({
    connection: 'connecting',
    lastError: null,
    lastContactAt: null,
    unsent: 0,
    unsentFiles: 0,
    failedFiles: 0,
    filesNotHere: 0,
    undecidedFiles: 0,
    unfiled: 0,
    rejected: 0,
    oldestUnsentAt: null,
  });
});

it('counts edits that the server lacks, but not acknowledged ones', async () => {
  await db.outbox.bulkAdd([
    edit('acked', '2026-01-01'),
    edit('attempted', '2026-01-02'),
    edit('pending', '2026-01-03'),
  ]);
  await db.rejected.bulkAdd([refused('r', '2026-01-01'), refused('dependent', '2026-01-01', 'r')]);
  expect(await syncStatus(db)).toMatchObject({ unsent: 2, rejected: 1, oldestUnsentAt: '2026-01-02' });
});

it('[REJ11] ignores notifications marked as read, because they cannot be lost', async () => {
  await db.outbox.bulkAdd([
    { ...edit('pending', '2026-01-01'), name: 'notification.read' },
    edit('pending', '2026-01-02'),
  ]);
  expect(await syncStatus(db)).toMatchObject({ unsent: 1, oldestUnsentAt: '2026-01-02' });
});

it('counts files being uploaded, and separately those whose upload failed', async () => {
  await addFiles('QUEUED', 'UPLOADING_FILE_TO_STORE', 'CREATING_DOCUMENT', 'FAILED_UPLOADING_FILE_TO_STORE');
  await addFiles('FAILED_FETCHING_PRESIGNED_URL');
  await addFiles('REMOVED', 'SUCCESS_CREATING_DOCUMENT', 'FAILED_DROP', 'FAILED_FILE_TOO_SMALL');
  expect(await syncStatus(db)).toMatchObject({ unsentFiles: 3, failedFiles: 2 });
});

it('reads the state that the engine reported', async () => {
  const status = { connection: 'offline', lastError: 'No route.', lastContactAt: '2026-01-01' };
  await db.meta.put({ key: SYNC_STATUS_KEY, value: status });
  expect(await syncStatus(db)).toMatchObject(status);
});

it('returns toasts in the order in which they were created', async () => {
  for (const at of ['2026-01-03', '2026-01-01', '2026-01-02']) {
    await db.notices.add({ id: newUuid(), at, level: 'success', message: at });
  }
  expect((await allNotices(db)).map(({ message }) => message)).toEqual([
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
  ]);
});

it('names the files that wait for the user, each with its deal', async () => {
  const deal = newTransactionRow('Project Alder');
  await db.transactions.put(deal);
  await db.files.bulkAdd([
    newFileRow(deal.uuid, { fileName: 'sent.pdf' }),
    newFileRow(deal.uuid, { fileName: 'failed.pdf', status: 'FAILED_CREATING_DOCUMENT' }),
    newFileRow(deal.uuid, { fileName: 'twin.pdf', duplicateOf: newUuid() }),
    newFileRow(newUuid(), { fileName: 'of no deal here.pdf', status: 'FAILED_CREATING_DOCUMENT' }),
  ]);
  const waiting = await filesWaiting(db);
  expect(waiting.map(({ file, deal: name }) => `${file.fileName} in ${name}`).toSorted()).toEqual([
    'failed.pdf in Project Alder',
    'twin.pdf in Project Alder',
  ]);
});

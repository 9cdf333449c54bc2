import { beforeEach, describe, expect, it } from 'vitest';
import { newFileRow } from '../../../../tests/support/rows.ts';
import { wholeQueue } from '../../../../tests/support/whole-queue.ts';
import { editQueueFiles } from '../../commands/documents/edit-queue-files.ts';
import { handOverFile } from '../../commands/documents/hand-over-file.ts';
import { removeFromQueue } from '../../commands/documents/remove-from-queue.ts';
import { wipeUnsentFiles } from '../../commands/documents/wipe-unsent-files.ts';
import { MirrorDatabase } from '../../database.ts';
import { Draft } from '../../outbox/draft.ts';
import { decodeMutation } from '../../outbox/mutations.ts';
import { NO_DEAL, type DocumentRow, type FileRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { fileStatus, filesHere, filesUnderWay, uploadsEnded } from './file-standing.ts';
import { uploadQueueView } from './upload-queue.ts';

const AT = '2026-01-01T00:00:00.000Z';
const deal = newUuid();
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

async function addFile(change: Partial<FileRow> = {}): Promise<string> {
  const row = newFileRow(deal, change);
  await db.files.add(row);
  return row.uuid;
}

async function addDocument(change: Partial<DocumentRow> = {}): Promise<string> {
  const uuid = change.uuid ?? newUuid();
  await db.documents.add({
    uuid,
    transaction: deal,
    itemId: null,
    inQueue: true,
    name: 'Escrow',
    signingType: 'to_be_signed',
    uploadOrder: 0,
    numPages: null,
    hasVariables: false,
    metadata: { dms: null, dmsId: null, dmsProcessedAt: null },
    uploadedFileKey: 'k',
    pdfFileKey: null,
    fileUrl: '',
    pdfUrl: null,
    fileName: 'Escrow.pdf',
    size: 1000,
    sha256: '',
    thumbnails: null,
    conversionRequestedAt: AT,
    conversionFinishedAt: null,
    conversionStatus: 'processing',
    thumbnailsFinishedAt: null,
    errorMessage: null,
    createdAt: AT,
    createdBy: db.userId,
    version: 1,
    modifiedAt: AT,
    modifiedBy: null,
    ...change,
  });
  return uuid;
}

describe('the upload queue', () => {
  it('shows a receipt for a file once the server has confirmed its content, and not before', async () => {
    await addFile({ sha256: 'ours', status: 'CREATING_DOCUMENT' });
    await addFile({ sha256: 'ours', status: 'SUCCESS_CREATING_DOCUMENT', uploadOrder: 1 });
    await addDocument({ sha256: 'theirs', uploadOrder: 2 });
    expect((await wholeQueue(db, deal)).map(({ sha256 }) => sha256)).toEqual([null, 'ours', 'theirs']);
  });

  it('returns the same entries if nothing about them has changed', async () => {
    const view = uploadQueueView(db, deal);
    const [one] = [await addFile(), await addFile({ uploadOrder: 1 })];
    const before = await view([]);
    await db.files.update(one, { sentBytes: 500, status: 'UPLOADING_FILE_TO_STORE' });
    const after = await view([]);
    expect(after[0]).not.toBe(before[0]);
    expect(after[0]).toMatchObject({ uuid: one, status: 'UPLOADING_FILE_TO_STORE' });
    expect(after[1]).toBe(before[1]);
  });

  it('reads only the requested documents and those of its files', async () => {
    const view = uploadQueueView(db, deal);
    const told = await addDocument();
    await addDocument({ uploadOrder: 1 });
    expect((await view([told])).map(({ uuid }) => uuid)).toEqual([told]);
  });

  it('has the document of an unchanged file immediately, before it is received', async () => {
    const view = uploadQueueView(db, deal);
    const uuid = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT', name: 'as sent' });
    expect(await view([])).toMatchObject([{ uuid, name: 'as sent' }]);
    await addDocument({ uuid, name: 'in the server’s state' });
    await db.files.delete(uuid);
    expect(await view([])).toMatchObject([{ uuid, name: 'in the server’s state' }]);
  });

  it('shows files being uploaded and queued documents together, in upload order', async () => {
    const third = await addFile({ uploadOrder: 2 });
    const first = await addDocument({ uploadOrder: 0 });
    const second = await addFile({ uploadOrder: 1 });
    await addFile({ transaction: newUuid() });
    expect((await wholeQueue(db, deal)).map(({ uuid }) => uuid)).toEqual([first, second, third]);
  });

  it('shows one row, the document’s, once a file has its document', async () => {
    const uuid = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT', name: 'as sent' });
    await addDocument({ uuid, name: 'in the server’s state' });
    expect(await wholeQueue(db, deal)).toMatchObject([{ uuid, name: 'in the server’s state', saved: true }]);
  });

  it.for(['SUCCESS_CREATING_DOCUMENT', 'CREATING_DOCUMENT', 'QUEUED'] as const)(
    'shows no file at %s whose document is already on the checklist',
    async (status) => {
      const uuid = await addFile({ status });
      await addDocument({ uuid, inQueue: false });
      expect(await wholeQueue(db, deal)).toEqual([]);
    },
  );

  it('does not show a document whose file was removed from the queue first', async () => {
    const uuid = await addFile({ status: 'REMOVED' });
    await addDocument({ uuid });
    expect(await wholeQueue(db, deal)).toEqual([]);
  });

  it('hides removed rows, and documents that are on the checklist', async () => {
    await addFile({ status: 'REMOVED' });
    await addDocument({ inQueue: false });
    expect(await wholeQueue(db, deal)).toEqual([]);
  });

  it.for([
    [{ status: 'QUEUED' }, { percent: 8, saved: false, failed: false }],
    [
      { status: 'UPLOADING_FILE_TO_STORE', sentBytes: 0 },
      { percent: 38, saved: false },
    ],
    [
      { status: 'UPLOADING_FILE_TO_STORE', sentBytes: 500 },
      { percent: 42, saved: false },
    ],
    [{ status: 'CREATING_DOCUMENT' }, { percent: 54, saved: false }],
    [{ status: 'SUCCESS_CREATING_DOCUMENT' }, { percent: 62, saved: true }],
    [
      { status: 'FAILED_DROP', errorMessage: 'File type must be .pdf, .doc, or .docx' },
      { percent: 0, saved: false, failed: true, errorMessage: 'File type must be .pdf, .doc, or .docx' },
    ],
    [{ status: 'FAILED_UPLOADING_FILE_TO_STORE' }, { failed: true, errorMessage: null }],
  ] as const)('shows a file at %j as %j', async ([file, entry]) => {
    await addFile(file);
    expect(await wholeQueue(db, deal)).toMatchObject([entry]);
  });

  it.for([
    [{}, { status: 'SUCCESS_CREATING_DOCUMENT', percent: 62, failed: false }],
    [
      { conversionStatus: 'error', errorMessage: 'The file is encrypted.' },
      {
        status: 'FAILED_CONVERTING_DOCUMENT',
        failed: true,
        percent: 0,
        errorMessage: 'The file is encrypted.',
      },
    ],
    [
      { pdfFileKey: 'p', conversionFinishedAt: AT },
      { status: 'SUCCESS_CONVERTING_DOCUMENT', percent: 77 },
    ],
    [
      {
        pdfFileKey: 'p',
        conversionStatus: 'complete',
        conversionFinishedAt: AT,
        thumbnailsFinishedAt: AT,
        numPages: 2,
        thumbnails: { 'png-144': ['/one.png', '/two.png'] },
      },
      { status: 'CONVERSION_COMPLETE', percent: 100, numPages: 2, thumbnailUrl: '/one.png' },
    ],
  ] as const)('shows a document at %j as %j', async ([document, entry]) => {
    await addDocument(structuredClone(document) as Partial<DocumentRow>);
    expect(await wholeQueue(db, deal)).toMatchObject([{ ...entry, saved: true }]);
  });

  it('says why a file that was not uploaded waits, until it is being sent again', async () => {
    const lastError = 'The file store returned an error (503).';
    const uuid = await addFile({ lastError });
    expect(await wholeQueue(db, deal)).toMatchObject([{ setback: lastError }]);
    await db.files.update(uuid, { status: 'IN_PROGRESS' });
    expect(await wholeQueue(db, deal)).toMatchObject([{ setback: null }]);
  });

  it('says why a document waits on the server, until it has failed', async () => {
    const waitingReason = 'Waiting for the malware scanner.';
    const uuid = await addDocument({ waitingReason });
    expect(await wholeQueue(db, deal)).toMatchObject([{ setback: waitingReason }]);
    await db.documents.update(uuid, { conversionStatus: 'error', errorMessage: 'It is damaged.' });
    expect(await wholeQueue(db, deal)).toMatchObject([{ setback: null, failed: true }]);
  });

  it('marks what another participant has uploaded', async () => {
    await addDocument({ createdBy: newUuid() });
    await addDocument({ uploadOrder: 1 });
    await addFile({ uploadOrder: 2 });
    expect((await wholeQueue(db, deal)).map(({ byAnother }) => byAnother)).toEqual([true, false, false]);
  });

  it('never lets the percentage of a file drop when its document takes its place', async () => {
    const uuid = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT' });
    const [before] = await wholeQueue(db, deal);
    await addDocument({ uuid });
    const [after] = await wholeQueue(db, deal);
    expect(after?.percent).toBeGreaterThanOrEqual(before?.percent ?? 0);
  });
});

describe('an edit of a queued file', () => {
  it('is held with the file while the server has no document of it', async () => {
    const uuid = await addFile();
    await editQueueFiles(db, {
      transaction: deal,
      uuids: [uuid],
      name: 'Renamed',
      signingType: 'non_executable',
    });
    expect(await wholeQueue(db, deal)).toMatchObject([{ name: 'Renamed', signingType: 'non_executable' }]);
    expect(await db.outbox.count()).toBe(0);
  });

  it('[UP7] never brings back a file that was removed from the queue', async () => {
    const uuid = await addFile({ status: 'REMOVED' });
    await editQueueFiles(db, { transaction: deal, uuids: [uuid], name: 'Renamed' });
    expect(await db.files.get(uuid)).toMatchObject({ status: 'REMOVED', name: 'Escrow' });
  });

  it('that was held moves to the document and the file’s row is deleted, in one transaction', async () => {
    const createdWith = { name: 'Escrow', signingType: 'to_be_signed' as const };
    const uuid = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT', name: 'Held', createdWith });
    await addDocument({ uuid });
    // The disk fails at the very last write.
    const fault = () => {
      throw new Error('full');
    };
    db.outbox.hook('creating', fault);
    await expect(handOverFile(db, uuid)).rejects.toThrow('full');
    expect(await db.files.count()).toBe(1);
    db.outbox.hook('creating').unsubscribe(fault);
    await handOverFile(db, uuid);
    expect(await db.files.count()).toBe(0);
    expect(await wholeQueue(db, deal)).toMatchObject([{ name: 'Held', signingType: 'to_be_signed' }]);
    expect(await db.outbox.toArray()).toMatchObject([{ args: { uuid, edits: { name: 'Held' } } }]);
  });

  it('is sent as an edit of the document once there is one', async () => {
    const uuid = await addDocument();
    await editQueueFiles(db, { transaction: deal, uuids: [uuid], name: 'Renamed' });
    expect(await wholeQueue(db, deal)).toMatchObject([{ name: 'Renamed', signingType: 'to_be_signed' }]);
    expect(await db.outbox.toArray()).toMatchObject([
      { name: 'document.update', args: { uuid, edits: { name: 'Renamed' } } },
    ]);
  });
});

describe('removing files from the queue', () => {
  it('hides a file that the server does not have, and leaves it to the upload engine to stop it', async () => {
    const uuid = await addFile({ status: 'UPLOADING_FILE_TO_STORE' });
    await removeFromQueue(db, { transaction: deal, uuids: [uuid] });
    expect(await wholeQueue(db, deal)).toEqual([]);
    expect(await db.files.get(uuid)).toMatchObject({ status: 'REMOVED' });
    expect(await db.outbox.count()).toBe(0);
  });

  it('deletes a document that the server has', async () => {
    const uuid = await addDocument();
    await removeFromQueue(db, { transaction: deal, uuids: [uuid] });
    expect(await wholeQueue(db, deal)).toEqual([]);
    expect(await db.outbox.toArray()).toMatchObject([{ name: 'document.delete', args: { uuid } }]);
  });

  it('deletes a document whose file still has a row once, along with its bytes', async () => {
    const uuid = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT' });
    await addDocument({ uuid });
    await db.fileBytes.add({ uuid, bytes: new Blob(['x']) });
    await removeFromQueue(db, { transaction: deal, uuids: [uuid] });
    expect(await db.files.count()).toBe(0);
    expect(await db.fileBytes.count()).toBe(0);
    expect(await db.outbox.toArray()).toMatchObject([{ name: 'document.delete', args: { uuid } }]);
  });

  it('[REJ14] keeps documents that are on the checklist when it is committed, and counts them', async () => {
    const [waiting, added] = [await addDocument(), await addDocument()];
    await db.documents.update(added, { inQueue: false, itemId: newUuid() });
    await removeFromQueue(db, { transaction: deal, uuids: [waiting, added], together: true });
    expect(await db.outbox.toArray()).toMatchObject([
      { args: { uuid: waiting, inQueue: true }, batch: { count: 1 } },
    ]);
    expect(await db.documents.get(added)).toBeDefined();
    expect(await db.notices.toArray()).toMatchObject([
      { message: '1 file was kept because it is on the checklist.' },
    ]);
  });

  it('[REJ14] asks the server to delete a document only while it is in the queue', async () => {
    const uuid = await addDocument();
    await removeFromQueue(db, { transaction: deal, uuids: [uuid] });
    const [edit] = (await db.outbox.toArray()).map((row) => decodeMutation(row, db.userId));
    expect(edit?.ok && edit.mutation.request(new Draft(deal))).toEqual({
      endpoint: 'documents.delete',
      input: { params: { id: uuid }, query: { in_queue: 'true' } },
    });
  });

  it('[DISK7] reads back a deletion that an earlier version of the app has begun to send', async () => {
    const uuid = await addDocument();
    await removeFromQueue(db, { transaction: deal, uuids: [uuid] });
    const request = { endpoint: 'documents.delete', input: { id: uuid } };
    await db.outbox.toCollection().modify({ request, state: 'attempted' });
    const [edit] = (await db.outbox.toArray()).map((row) => decodeMutation(row, db.userId));
    expect(edit).toMatchObject({
      ok: true,
      mutation: { row: { request: { input: { params: { id: uuid } } } } },
    });
  });

  it.for([
    [1, false, 'Document has been removed from the Upload Queue.'],
    [1, true, '1 document has been deleted from the Upload Queue.'],
    [2, true, '2 documents have been deleted from the Upload Queue.'],
  ] as const)('reports %i files in the catalog’s words, together %s', async ([count, together, message]) => {
    const uuids = await Promise.all(Array.from({ length: count }, async () => addFile()));
    await removeFromQueue(db, { transaction: deal, uuids, together });
    expect(await db.notices.toArray()).toMatchObject([{ level: 'success', message }]);
  });

  it.for([
    [1, 'There was a problem deleting the document'],
    [2, 'There was a problem deleting those documents'],
  ] as const)('reports in the catalog’s words that the server refused %i', async ([count, failure]) => {
    const uuids = await Promise.all(Array.from({ length: count }, async () => addDocument()));
    await removeFromQueue(db, { transaction: deal, uuids, together: true });
    const edits = (await db.outbox.toArray()).map((row) => decodeMutation(row, db.userId));
    expect(edits).toMatchObject(uuids.map(() => ({ ok: true, mutation: { failure } })));
  });
});

describe('removing documents from the queue', () => {
  it('counts a rejection once, whatever was removed with it', async () => {
    const uuids = [await addDocument(), await addFile()];
    await removeFromQueue(db, { transaction: deal, uuids, together: true });
    const [edit] = (await db.outbox.toArray()).map((row) => decodeMutation(row, db.userId));
    expect(edit).toMatchObject({ mutation: { failure: 'There was a problem deleting the document' } });
  });
});

describe('deleting files that are only on this device', () => {
  it('[UP13] deletes the rows and bytes of exactly the files that the user was asked about', async () => {
    const asked: string[] = [];
    const elsewhere = newUuid();
    for (const status of ['QUEUED', 'UPLOADING_FILE_TO_STORE', 'FAILED_CREATING_DOCUMENT'] as const) {
      const uuid = await addFile({ status, transaction: status === 'QUEUED' ? elsewhere : deal });
      await db.fileBytes.add({ uuid, bytes: new Blob(['x']) });
      asked.push(uuid);
    }
    // A file whose deal was deleted waits in the tray; a file that is just being copied has no row yet.
    const inTray = newUuid();
    const staging = newUuid();
    const since = await addFile();
    for (const uuid of [inTray, staging, since])
      await db.fileBytes.add({ uuid, bytes: new Blob(['precious']) });
    expect((await filesHere(db)).map(({ uuid }) => uuid).toSorted()).toEqual([...asked, since].toSorted());
    await wipeUnsentFiles(db, asked);
    expect(await db.files.toCollection().primaryKeys()).toEqual([since]);
    expect((await db.fileBytes.toCollection().primaryKeys()).toSorted()).toEqual(
      [inTray, staging, since].toSorted(),
    );
  });

  it('[UP13] keeps a document that the server has created, and edits that it still lacks', async () => {
    const made = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT', createdTick: 1 });
    const removed = await addFile({ status: 'REMOVED' });
    await wipeUnsentFiles(db, [made, removed]);
    expect((await wholeQueue(db, deal)).length).toBe(1);
    expect(await db.files.get(removed)).toBeDefined();
  });
});

describe('files only on this device', () => {
  it.for([
    [{ status: 'QUEUED' }, 'under_way'],
    [{ status: 'CREATING_DOCUMENT' }, 'under_way'],
    [{ status: 'QUEUED', duplicateOf: 'Escrow' }, 'undecided'],
    [{ status: 'FAILED_UPLOADING_FILE_TO_STORE' }, 'failed'],
    [{ status: 'QUEUED', transaction: NO_DEAL }, 'unfiled'],
    [{ status: 'SUCCESS_CREATING_DOCUMENT' }, null],
    [{ status: 'FAILED_UPLOADING_FILE_TO_STORE', transaction: NO_DEAL }, 'unfiled'],
    [{ status: 'FAILED_DROP' }, null],
    [{ status: 'FAILED_DROP', transaction: NO_DEAL }, null],
    [{ status: 'FAILED_FILE_TOO_SMALL', transaction: NO_DEAL }, null],
    [{ status: 'SELECTED_FROM_DMS' }, null],
    [{ status: 'WAITING_ON_DMS' }, null],
    [{ status: 'REMOVED', transaction: NO_DEAL }, null],
  ] as const)('a file at %j is %s', async ([file, standing]) => {
    const uuid = await addFile(file);
    const row = await db.files.get(uuid);
    expect(row && fileStatus(row)).toBe(standing);
    expect(await filesHere(db)).toHaveLength(standing === null ? 0 : 1);
    expect(await filesUnderWay(db)).toHaveLength(standing === 'under_way' ? 1 : 0);
  });

  it('are reported as sent once their document arrives, but not if the user removed them', async () => {
    const made = await addFile({ status: 'SUCCESS_CREATING_DOCUMENT' });
    const mirrored = await addDocument();
    const failed = await addFile({ status: 'FAILED_UPLOADING_FILE_TO_STORE' });
    const removed = await addFile({ status: 'REMOVED' });
    const undecided = await addFile({ status: 'QUEUED', duplicateOf: 'Escrow' });
    const ended = await uploadsEnded(db, [made, mirrored, failed, removed, undecided, newUuid()]);
    expect(ended).toEqual({ sent: 2, failed: 1, undecided: 1 });
  });
});

import { createHash } from 'node:crypto';
import { openAsBlob, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { NOT_A_DOCUMENT_MESSAGE } from '../../../contract/rules/documents/document-head.ts';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { subscribeWake } from '../../../db/change-sets.ts';
import { MirrorDatabase } from '../../../db/database.ts';
import { fileUnderDeal } from '../../../db/commands/documents/file-under-deal.ts';
import { uploadDuplicate } from '../../../db/commands/documents/upload-duplicate.ts';
import { filesUnderWay } from '../../../db/queries/documents/file-standing.ts';
import { wholeQueue } from '../../../../tests/support/whole-queue.ts';
import { keepSentFile } from '../../../db/outbox/sent-edits.ts';
import { NO_DEAL } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { stageFiles } from './stage-files.ts';

const deal = newUuid();
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

function file(name: string, content: string = '%PDF-1.7 '.repeat(40), type = 'application/pdf'): File {
  return new File([content], name, { type });
}

it('[DISK2] a queued file is on the device, with bytes and hash, when staging ends', async () => {
  const content = '%PDF-1.7 '.repeat(1000);
  expect(await stageFiles(db, { transaction: deal }, [file('Merger Agreement.PDF', content)])).toEqual({
    staged: 1,
    refused: [],
  });
  const [row] = await db.files.toArray();
  expect(row).toMatchObject({
    transaction: deal,
    fileName: 'Merger Agreement.PDF',
    name: 'Merger Agreement',
    signingType: 'to_be_signed',
    size: content.length,
    status: 'QUEUED',
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  expect(await (await db.fileBytes.get(row!.uuid))?.bytes.text()).toBe(content);
});

it('files are queued in the order in which they were dropped, after existing ones', async () => {
  await stageFiles(db, { transaction: deal }, [file('1.pdf'), file('2.pdf')]);
  await stageFiles(db, { transaction: deal }, [file('3.pdf')]);
  expect((await wholeQueue(db, deal)).map(({ name }) => name)).toEqual(['1', '2', '3']);
});

it('a drop stays together and in its place, even if another one arrives while it is copied', async () => {
  const first = stageFiles(db, { transaction: deal }, [
    file('1.pdf', '%PDF-1.7 '.repeat(100_000)),
    file('2.pdf'),
    file('3.pdf'),
  ]);
  await Promise.all([first, stageFiles(db, { transaction: deal }, [file('4.pdf'), file('5.pdf')])]);
  expect((await wholeQueue(db, deal)).map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5']);
});

it('files that are added to the deal while a drop is copied come after it', async () => {
  await stageFiles(db, { transaction: NO_DEAL }, [file('shared.pdf', '%PDF-1.7 shared '.repeat(40))]);
  const long = '%PDF-1.7 '.repeat(200_000);
  const drop = stageFiles(db, { transaction: deal }, [
    file('1.pdf'),
    file('2.pdf', `${long}2`),
    file('3.pdf', `${long}3`),
  ]);
  await expect.poll(async () => wholeQueue(db, deal), { interval: 1 }).not.toEqual([]);
  await fileUnderDeal(db, deal);
  await drop;
  expect((await wholeQueue(db, deal)).map(({ name }) => name)).toEqual(['1', '2', '3', 'shared']);
});

it('a file of a wrong type or size gets a row that says so, without bytes, and the others are queued', async () => {
  const { staged, refused } = await stageFiles(db, { transaction: deal }, [
    file('notes.txt', 'x'.repeat(500), 'text/plain'),
    file('renamed.docx', 'A Word file in name only.'.repeat(20), ''),
    file('tiny.pdf', 'x'),
    file('good.pdf'),
  ]);
  expect({ staged, refused }, 'rows that explain a refusal are not added files').toEqual({
    staged: 1,
    refused: [],
  });
  expect(await wholeQueue(db, deal)).toMatchObject([
    { name: 'notes.txt', status: 'FAILED_DROP', errorMessage: 'File type must be .pdf, .doc, or .docx' },
    { name: 'renamed', status: 'FAILED_DROP', errorMessage: NOT_A_DOCUMENT_MESSAGE },
    {
      name: 'tiny',
      status: 'FAILED_FILE_TOO_SMALL',
      errorMessage: 'File is smaller than the minimum size of 0.1kb',
    },
    { name: 'good', status: 'QUEUED' },
  ]);
  expect(await db.fileBytes.count()).toBe(1);
});

it('a file that changes on disk before it is read is named, and the others are queued', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-staging-'));
  const path = join(folder, 'draft.pdf');
  await writeFile(path, '%PDF-1.7 '.repeat(40));
  const draft = new File([await openAsBlob(path)], 'draft.pdf', { type: 'application/pdf' });
  await writeFile(path, 'saved anew');
  const { staged, refused } = await stageFiles(db, { transaction: deal }, [draft, file('good.pdf')]);
  await rm(folder, { recursive: true });
  expect(staged).toBe(1);
  expect(refused).toEqual([{ name: 'draft.pdf', reason: 'The file couldn’t be read. Add it again.' }]);
  expect((await wholeQueue(db, deal)).map(({ name }) => name)).toEqual(['good']);
});

it('a file that changes on disk while the browser copies it is reported as unreadable, whatever the browser says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-staging-'));
  const path = join(folder, 'draft.pdf');
  await writeFile(path, '%PDF-1.7 '.repeat(40));
  const draft = new File([await openAsBlob(path)], 'draft.pdf', { type: 'application/pdf' });
  db.fileBytes.hook('creating', () => {
    writeFileSync(path, 'saved anew');
    throw new DOMException('Failed to write blobs.', 'DataError');
  });
  const { refused } = await stageFiles(db, { transaction: deal }, [draft]);
  await rm(folder, { recursive: true });
  expect(refused).toEqual([{ name: 'draft.pdf', reason: 'The file couldn’t be read. Add it again.' }]);
});

it('[UP19] a file that cannot be stored does not keep the others out, and their order stays', async () => {
  db.fileBytes.hook('creating', (_key, { bytes }) => {
    if (bytes.size > 3000) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const names = Array.from({ length: 40 }, (_, index) => `Exhibit ${index + 1}.pdf`);
  const sizeOf = (name: string) => (name === 'Exhibit 7.pdf' ? 400 : 40);
  const { staged, refused } = await stageFiles(
    db,
    { transaction: deal },
    names.map((name) => file(name, `%PDF-1.7 ${name} `.repeat(sizeOf(name)))),
  );
  expect(staged).toBe(39);
  expect(refused.map(({ name }) => name)).toEqual(['Exhibit 7.pdf']);
  const rest = names.filter((name) => name !== 'Exhibit 7.pdf').map((name) => name.replace('.pdf', ''));
  expect((await wholeQueue(db, deal)).map(({ name }) => name)).toEqual(rest);
  expect(await db.fileBytes.count()).toBe(39);
});

it('[UP12] of two files with the same content in one drop, the second waits for the user', async () => {
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf'), file('Deed (1).pdf')]);
  expect(await wholeQueue(db, deal)).toMatchObject([
    { name: 'Deed', duplicateOf: null },
    { name: 'Deed (1)', duplicateOf: 'Deed' },
  ]);
});

it('[UP19] hundreds of files are taken from the page a few at a time', async () => {
  const files = Array.from({ length: 40 }, (_, index) =>
    file(`${index}.pdf`, `%PDF-1.7 ${index} `.repeat(40)),
  );
  const taken: number[] = [];
  const slice = async (from: number, to: number) => {
    const part = files.slice(from, to);
    taken.push(part.length);
    return part;
  };
  expect((await stageFiles(db, { transaction: deal }, { length: 40, slice })).staged).toBe(40);
  expect(taken).toEqual([16, 16, 8]);
});

it('[UP19] the upload engine wakes as soon as some files are stored, not only after the last', async () => {
  let woken = 0;
  const stop = subscribeWake(db.userId, () => {
    woken += 1;
  });
  const files = Array.from({ length: 17 }, (_, index) =>
    file(`${index}.pdf`, `%PDF-1.7 ${index} `.repeat(40)),
  );
  await stageFiles(db, { transaction: deal }, files);
  stop();
  expect(woken).toBe(2);
});

it('a file that cannot be added leaves no bytes behind', async () => {
  // The disk is full when the row is written.
  db.files.hook('creating', () => {
    throw new Error('full');
  });
  const { refused } = await stageFiles(db, { transaction: deal }, [file('draft.pdf')]);
  expect(refused).toEqual([
    { name: 'draft.pdf', reason: 'The file couldn’t be saved on this device. Add it again.' },
  ]);
  expect(await db.fileBytes.count()).toBe(0);
  expect(await db.files.count()).toBe(0);
});

it('[UP12] content that is already in the queue waits for the user, and is sent once they agree', async () => {
  await stageFiles(db, { transaction: deal }, [
    file('Escrow Agreement.pdf'),
    file('Escrow Agreement (1).pdf'),
  ]);
  const [, again] = await db.files.toArray();
  expect(again).toMatchObject({ name: 'Escrow Agreement (1)', duplicateOf: 'Escrow Agreement' });
  expect(await filesUnderWay(db), 'nothing of it can be lost').toHaveLength(1);
  await uploadDuplicate(db, again!.uuid);
  expect((await db.files.get(again!.uuid))?.duplicateOf).toBeUndefined();
  expect(await filesUnderWay(db)).toHaveLength(2);
});

it('[UP12] content of another deal, or of a file removed from the queue, is not a duplicate', async () => {
  await stageFiles(db, { transaction: newUuid() }, [file('Elsewhere.pdf')]);
  await stageFiles(db, { transaction: deal }, [file('Taken off.pdf')]);
  await db.files.where({ transaction: deal }).modify({ status: 'REMOVED' });
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf')]);
  expect((await db.files.toArray()).filter(({ duplicateOf }) => duplicateOf !== undefined)).toEqual([]);
});

it('[UP12] content whose only twin has failed is not a duplicate', async () => {
  await stageFiles(db, { transaction: deal }, [file('Failed.pdf'), file('Waits for the person.pdf')]);
  await db.files.toCollection().modify((row) => {
    if (row.name === 'Failed') row.status = 'FAILED_CREATING_DOCUMENT';
  });
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf')]);
  const deed = (await db.files.toArray()).find(({ name }) => name === 'Deed');
  expect(deed).toMatchObject({ status: 'QUEUED' });
  expect(deed).not.toHaveProperty('duplicateOf');
});

it('[UP12] content of a document is a duplicate unless that document could not be converted', async () => {
  await stageFiles(db, { transaction: deal }, [file('First.pdf')]);
  const [first] = await db.files.toArray();
  const document = { ...newDocumentRow(deal), name: 'Signed', sha256: first!.sha256 ?? '' };
  await db.files.clear();
  await db.documents.add(document);
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf')]);
  expect(await db.files.toArray()).toMatchObject([{ duplicateOf: 'Signed' }]);
  await db.files.clear();
  await db.documents.put({ ...document, conversionStatus: 'error', errorMessage: 'No.' });
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf')]);
  expect((await db.files.toArray())[0]).not.toHaveProperty('duplicateOf');
});

it('[UP11] a file whose bytes were evicted takes them from the same content, added again', async () => {
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf')]);
  const [lost] = await db.files.toArray();
  await db.fileBytes.clear();
  await db.files.update(lost!.uuid, { status: 'FAILED_UPLOADING_FILE_TO_STORE', errorMessage: 'gone' });
  await stageFiles(db, { transaction: deal }, [file('Deed, found again.pdf')]);
  expect(await db.files.toArray()).toMatchObject([{ uuid: lost!.uuid, name: 'Deed', status: 'QUEUED' }]);
  expect(await db.fileBytes.toCollection().primaryKeys()).toEqual([lost!.uuid]);
});

it('[UP12] a file whose content the deal has received since waits for the user', async () => {
  await stageFiles(db, { transaction: deal }, [file('Deed.pdf')]);
  const [lost] = await db.files.toArray();
  await db.fileBytes.clear();
  await db.files.update(lost!.uuid, { status: 'FAILED_UPLOADING_FILE_TO_STORE', errorMessage: 'gone' });
  await db.documents.add({ ...newDocumentRow(deal), name: 'Of a colleague', sha256: lost!.sha256 ?? '' });
  await stageFiles(db, { transaction: deal }, [file('Deed, found again.pdf')]);
  expect(await db.files.get(lost!.uuid)).toMatchObject({ status: 'QUEUED', duplicateOf: 'Of a colleague' });
});

it('a file that was not stored completely is reported as not stored, not as unreadable', async () => {
  db.fileBytes.hook('creating', (_key, row) => {
    row.bytes = row.bytes.slice(1);
  });
  const reason = 'The file couldn’t be saved on this device. Add it again.';
  expect((await stageFiles(db, { transaction: deal }, [file('short.pdf')])).refused).toEqual([
    { name: 'short.pdf', reason },
  ]);
  expect(await db.fileBytes.count()).toBe(0);
});

it.for([
  ['1 MB more needed', 10 * 1024 * 1024 - 100],
  // The browser reports enough space, but the disk has none.
  ['the file needs 1 MB', 0],
] as const)(
  'a full disk is reported as full: %s; files that were staged earlier are kept',
  async ([lack, usage]) => {
    const quota = 10 * 1024 * 1024;
    vi.stubGlobal('navigator', {
      locks: navigator.locks,
      storage: { estimate: async () => ({ quota, usage }) },
    });
    db.fileBytes.hook('creating', (_key, { bytes }) => {
      if (bytes.size > 400) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    const { staged, refused } = await stageFiles(db, { transaction: deal }, [
      file('small.pdf'),
      file('large.pdf', '%PDF-1.7 '.repeat(60)),
    ]);
    vi.unstubAllGlobals();
    expect(staged).toBe(1);
    expect(refused).toEqual([
      {
        name: 'large.pdf',
        reason: `This device doesn’t have enough space (${lack}). Free up some space, then add the file again.`,
      },
    ]);
  },
);

it('[LOST5] copies of files that the server has make room on a full disk', async () => {
  const copy = newUuid();
  await db.fileBytes.add({ uuid: copy, bytes: new Blob(['%PDF']) });
  await keepSentFile(db, newFileRow(deal, { uuid: copy }), newUuid(), new Date());
  let isFull = true;
  db.fileBytes.hook('deleting', (key) => {
    if (key === copy) isFull = false;
  });
  db.fileBytes.hook('creating', () => {
    if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect((await stageFiles(db, { transaction: deal }, [file('1.pdf')])).staged).toBe(1);
  expect(await db.fileBytes.count()).toBe(1);
});

it('[AUTH13] adds no file to a deal that the user may only view, and says why', async () => {
  await db.transactions.put({ ...newTransactionRow('Project Larch'), uuid: deal, access: 'view' });
  expect(await stageFiles(db, { transaction: deal }, [file('1.pdf')])).toEqual({
    staged: 0,
    refused: [{ name: '1.pdf', reason: 'You can view this transaction, but you can’t change it.' }],
  });
  expect(await db.files.count()).toBe(0);
});

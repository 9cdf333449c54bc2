import { beforeEach, describe, expect, it } from 'vitest';
import { BlobReader, BlobWriter, TextReader, TextWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { archiveTransaction } from '../../db/commands/transactions/archive-transaction.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { createItem } from '../../db/commands/checklist/create-item.ts';
import { createTask } from '../../db/commands/checklist/create-task.ts';
import { deleteElements } from '../../db/commands/checklist/delete-element.ts';
import { discardRejected } from '../../db/commands/tray/discard-rejected.ts';
import { moveElements } from '../../db/commands/checklist/move-elements.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { retryRejected } from '../../db/commands/tray/retry-rejected.ts';
import { createTabs } from '../../db/commands/signing/pages/tabs.ts';
import { undoSteps } from '../../db/commands/tray/undo-steps.ts';
import {
  createRepresentative,
  deleteRepresentative,
  moveRepresentative,
  updateRepresentative,
} from '../../db/commands/signing/signatories/representatives.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { asStaged, stagedBytes } from '../../db/lock/staged-bytes.ts';
import type { FileRow, FrozenRequest, OutboxRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { lockEmptyDevice } from '../../../tests/support/locked-device.ts';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { reject } from '../push/lane.ts';
import { pushNext } from '../push/push.ts';
import type { RequestOptions, Transport } from '../transport/transport.ts';
import { sha256 } from '../uploads/staging/sha256.ts';
import { openBlobSink } from './blob-sink.ts';
import { exportUnsentWork } from './export-unsent-work.ts';
import { importUnsentWork } from './import-unsent-work.ts';
import { ROWS_PATH, UNSENT_WORK_FORMAT, unsentWorkSchema } from './unsent-work-file.ts';
import { createRow, deleteRow, moveRow } from '../../db/commands/collections/standard-commands.ts';

const NOW = new Date('2026-11-21T10:42:00Z');
const person = newUuid();
const deal = newTransactionRow('Project Alder');
const parent = newUuid();
const refused = newUuid();

/** The original device, and another profile of the same user. */
let here: MirrorDatabase;
let there: MirrorDatabase;

beforeEach(async () => {
  here = await openProfile(person);
  there = await openProfile(person);
  return async () => Promise.all([here.delete(), there.delete()]);
});

/** In reality, two profiles of one user are two databases with the same name. Here, they need two names. */
async function openProfile(userId: string): Promise<MirrorDatabase> {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  Object.defineProperty(db, 'userId', { value: userId });
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(deal);
  return db;
}

async function addHeader(uuid: string, label: string, under: string = TOP): Promise<void> {
  await createHeader(here, { transaction: deal.uuid, uuid, label, parent: under, after: null });
}

/** Three edits, the last of which is refused; a queued file, and a file in the tray. */
async function work(): Promise<void> {
  await addHeader(refused, 'Refused');
  const [row] = await here.outbox.toArray();
  if (row) await reject({ db: here, epoch: 1 }, row, { toast: 'No.', reason: 'No.', code: 'invalid' });
  await addHeader(parent, 'Closing');
  await addHeader(newUuid(), 'Certificates', parent);
  await addFile('UPLOADING_FILE_TO_STORE');
}

async function addFile(
  status: 'QUEUED' | 'UPLOADING_FILE_TO_STORE',
  bytes = '%PDF-1.7',
  more: Partial<FileRow> = {},
): Promise<string> {
  const uuid = newUuid();
  await here.fileBytes.add({ uuid, bytes: new Blob([bytes], { type: 'application/pdf' }) });
  await here.files.add(
    newFileRow(deal.uuid, {
      uuid,
      fileName: 'Escrow: final/2.pdf',
      signingType: 'fully_executed',
      size: bytes.length,
      status,
      sentBytes: 3,
      uploadedFileKey: 'of this device',
      ...more,
    }),
  );
  return uuid;
}

async function exported(): Promise<Blob> {
  return (await exportUnsentWork(here, { userId: person, email: 'a@demo.test' }, NOW)).archive;
}

/** Everything that an import can change. */
async function everything(db: MirrorDatabase) {
  return {
    outbox: await db.outbox.toArray(),
    rejected: await db.rejected.toArray(),
    files: await db.files.toArray(),
    bytes: await db.fileBytes.toCollection().primaryKeys(),
    elements: await db.elements.toArray(),
    base: await db.base.toArray(),
  };
}

async function inOrder(db: MirrorDatabase): Promise<OutboxRow[]> {
  return db.outbox.orderBy('seq').toArray();
}

/** Returns what a profile sends about the deal, by key. */
async function sentFrom(db: MirrorDatabase): Promise<Map<string, FrozenRequest>> {
  const sent = new Map<string, FrozenRequest>();
  const transport = {
    async send(request: FrozenRequest, options?: RequestOptions) {
      sent.set(options?.idempotencyKey ?? '', request);
      return { kind: 'ok', body: {}, etag: null, serverNow: null };
    },
  } as unknown as Transport;
  while ((await pushNext({ db, epoch: 1 }, transport, deal.uuid)).outcome === 'sent');
  return sent;
}

function renameRequest(id: string, label: string): FrozenRequest {
  const input = { params: { id }, query: { transaction: deal.uuid }, body: { label } };
  return { endpoint: 'elements.update', input };
}

async function edited(archive: Blob, change: (rows: Record<string, unknown>) => unknown): Promise<Blob> {
  const entries = await new ZipReader(new BlobReader(archive)).getEntries();
  const writer = new ZipWriter(new BlobWriter());
  for (const entry of entries) {
    if (entry.directory) continue;
    const text = await entry.getData(new TextWriter());
    const rows = entry.filename === ROWS_PATH ? JSON.stringify(change(JSON.parse(text))) : text;
    await writer.add(entry.filename, new TextReader(rows));
  }
  return writer.close();
}

describe('the export file', () => {
  it('[FILE1] contains edits, the tray, queued files and bytes, under readable names', async () => {
    await work();
    const before = await everything(here);
    const entries = await new ZipReader(new BlobReader(await exported())).getEntries();
    expect(entries.map((entry) => entry.filename)).toEqual(['files/001 Escrow_ final_2.pdf', ROWS_PATH]);
    const last = entries.at(-1);
    if (!last || last.directory) throw new Error('no rows');
    const rows = unsentWorkSchema.parse(JSON.parse(await last.getData(new TextWriter())));
    expect(rows).toMatchObject({ userId: person, email: 'a@demo.test', madeAt: NOW.toISOString() });
    expect(rows.edits.map((row) => row.name)).toEqual(['header.create', 'header.create']);
    expect(rows.refused).toMatchObject([{ args: { label: 'Refused' } }]);
    expect({ ...(await everything(here)), outbox: before.outbox }).toEqual(before);
  });

  it('[FILE1] leaves out what the server has', async () => {
    await addHeader(parent, 'Closing');
    await here.outbox.toCollection().modify({ state: 'acked', tick: 1, awaiting: ['elements'] });
    await importUnsentWork(there, await exported());
    expect(await there.outbox.count()).toBe(0);
  });

  it('[FILE1] names a file that this device can’t read, and still exports everything else', async () => {
    await lockEmptyDevice(here);
    await addHeader(parent, 'Closing');
    const seal = async (uuid: string, isWhole: boolean) => {
      const sealed = await asStaged(here, uuid, new Blob([`%PDF-1.7 ${uuid}`]), sha256);
      const bytes = isWhole ? sealed.bytes : sealed.bytes.slice(0, -1);
      await here.fileBytes.put({ ...sealed, bytes });
    };
    await seal(await addFile('QUEUED', '', { fileName: 'Escrow.pdf' }), false);
    await seal(await addFile('QUEUED', '', { fileName: 'Bylaws.pdf' }), true);
    const shelved = { name: 'file.upload', madeAt: '', rejectedAt: '', reason: 'No.', code: 'invalid' };
    await here.rejected.add({ ...shelved, id: refused, lane: deal.uuid, args: { fileName: 'Deed.pdf' } });
    await seal(refused, false);
    const { archive, unreadable } = await exportUnsentWork(here, { userId: person, email: '' }, NOW);
    expect(unreadable).toEqual(['Escrow.pdf', 'Deed.pdf']);
    expect(await importUnsentWork(there, archive)).toMatchObject({ outcome: 'imported', edits: 1, files: 1 });
    expect((await there.files.toArray()).map(({ fileName }) => fileName)).toEqual(['Bylaws.pdf']);
    expect(await there.rejected.count()).toBe(0);
  });

  it('[FILE1] includes an unreadable edit, like one in the tray', async () => {
    await addHeader(parent, 'Closing');
    await here.table('outbox').toCollection().modify({ creates: 'damaged' });
    const archive = await exported();
    expect(await importUnsentWork(there, archive)).toMatchObject({ outcome: 'imported', edits: 1, files: 0 });
    expect(await there.rejected.toArray()).toMatchObject([
      { code: 'unreadable', args: { label: 'Closing' } },
    ]);
  });
});

describe('importing into another profile of the same user', () => {
  it('[FILE3] restores edits with uuid, order and frozen request, and counts them as sent', async () => {
    await work();
    const answer = await importUnsentWork(there, await exported());
    expect(answer).toEqual({ outcome: 'imported', edits: 3, files: 1, settled: 0 });
    const own = await inOrder(here);
    const taken = await inOrder(there);
    expect(taken.map(({ seq: _, ...row }) => row)).toEqual(own.map(({ seq: _, ...row }) => row));
    expect(taken[1]).toMatchObject({
      state: 'attempted',
      attemptedAt: NOW.toISOString(),
      request: { endpoint: 'elements.create', input: { label: 'Certificates', order: 0 } },
    });
    expect((await there.rejected.toArray()).map((row) => row.args)).toMatchObject([{ label: 'Refused' }]);
  });

  it('[FILE3] restores every kind of edit that needs its place', async () => {
    const [first, second, field] = [newUuid(), newUuid(), newUuid()];
    const placed = { transaction: deal.uuid, parent: TOP, after: first };
    await addHeader(first, 'Closing');
    await addHeader(second, 'Corporate');
    await createItem(here, { ...placed, uuid: newUuid(), elementUuid: newUuid(), name: 'Bylaws' });
    await createTask(here, { ...placed, uuid: newUuid(), elementUuid: newUuid(), name: 'Wire' });
    await createRow(here, 'customKeys', { transaction: deal.uuid, uuid: field, key: 'Company' });
    await createRow(here, 'customKeys', { transaction: deal.uuid, uuid: newUuid(), key: 'Notary' });
    const [, notary] = await here.customKeys.orderBy('uuid').primaryKeys();
    await moveRow(here, 'customKeys', { transaction: deal.uuid, uuid: field, after: notary ?? null });
    await deleteRow(here, 'customKeys', { transaction: deal.uuid, uuid: field });
    await undoSteps(here, await deleteElements(here, { transaction: deal.uuid, uuids: [second] }));
    await createRow(here, 'notes', {
      transaction: deal.uuid,
      uuid: newUuid(),
      element: first,
      note: 'Signed.',
    });
    await archiveTransaction(here, { uuid: deal.uuid, archived: true });
    expect(await importUnsentWork(there, await exported())).toMatchObject({ outcome: 'imported' });
    const names = async (db: MirrorDatabase) => (await db.outbox.toArray()).map(({ id, name }) => [id, name]);
    expect(await names(there)).toEqual(await names(here));
  });

  it('[FILE3] restores edits of representatives, whose requests name their entity', async () => {
    const [entity, other, one, another] = [newUuid(), newUuid(), newUuid(), newUuid()];
    const represents = { transaction: deal.uuid, entity };
    await createRepresentative(here, { ...represents, uuid: one, signatory: newUuid(), title: 'President' });
    await createRepresentative(here, {
      ...represents,
      uuid: another,
      signatory: newUuid(),
      title: 'Treasurer',
    });
    // As the server sends them; the other profile has not received them.
    await here.outbox.clear();
    await here.base.clear();
    await updateRepresentative(here, { transaction: deal.uuid, uuid: one, edits: { signatory: other } });
    await moveRepresentative(here, { transaction: deal.uuid, uuid: one, after: another });
    await deleteRepresentative(here, { transaction: deal.uuid, uuid: another });
    expect(await importUnsentWork(there, await exported())).toMatchObject({ outcome: 'imported', edits: 3 });
    expect([...(await sentFrom(there)).values()]).toMatchObject(
      [one, one, another].map((rep) => ({ input: { id: entity, rep } })),
    );
  });

  it('[FILE3] accepts files of older versions that contain less', async () => {
    await createItem(here, {
      transaction: deal.uuid,
      uuid: newUuid(),
      elementUuid: newUuid(),
      name: 'Bylaws',
      parent: TOP,
    });
    const file = await edited(await exported(), (saved) => {
      const [edit] = saved['edits'] as { request: { input: Record<string, unknown> } }[];
      delete edit?.request.input['element_parent'];
      return { ...saved, format: 1 };
    });
    expect(await importUnsentWork(there, file)).toMatchObject({ outcome: 'imported' });
  });

  it('[FILE3] accepts files of older versions with signing fields that have no sheet', async () => {
    const field = {
      transaction: deal.uuid,
      uuid: newUuid(),
      assignment: newUuid(),
      tabType: 'initials',
    } as const;
    const box = { xPosition: 0.5, yPosition: 0.5, width: 0.25, height: 0.03 };
    const facts = { label: '', required: true, value: null, tabGroup: null };
    await createTabs(here, { tabs: [{ ...field, ...box, ...facts, sheet: 1 }], groups: [] });
    const file = await edited(await exported(), (saved) => {
      const [edit] = saved['edits'] as {
        args: Record<string, unknown>;
        request: { input: Record<string, unknown> };
      }[];
      delete edit?.args['sheet'];
      delete edit?.request.input['sheet'];
      return saved;
    });
    expect(await importUnsentWork(there, file)).toMatchObject({ outcome: 'imported' });
    expect(await there.tabs.get(field.uuid)).toMatchObject({ sheet: 1 });
  });

  it('[FILE3] never replaces an edit that may have been sent', async () => {
    await addHeader(parent, 'Closing');
    await renameHeader(here, { transaction: deal.uuid, uuid: parent, label: 'Signing' });
    await importUnsentWork(there, await exported());
    const before = await there.outbox.count();
    await renameHeader(there, { transaction: deal.uuid, uuid: parent, label: 'Completion' });
    expect(await there.outbox.count()).toBe(before + 1);
  });

  it('[FILE3] sends the same from both profiles, no matter what is edited later or missing here', async () => {
    const [a, b] = [newUuid(), newUuid()];
    await addHeader(a, 'Certificates');
    await addHeader(b, 'Opinions');
    // As the server sends it; the other profile has not received it.
    await here.outbox.clear();
    await here.base.clear();
    await renameHeader(here, { transaction: deal.uuid, uuid: a, label: 'First' });
    await moveElements(here, { transaction: deal.uuid, ids: [b], parent: TOP, after: a });
    const archive = await exported();
    await renameHeader(here, { transaction: deal.uuid, uuid: a, label: 'Second' });
    await moveElements(here, { transaction: deal.uuid, ids: [b], parent: TOP, after: null });
    await importUnsentWork(there, archive);
    const own = await sentFrom(here);
    const theirs = await sentFrom(there);
    expect(own.size).toBe(4);
    expect(theirs.size).toBe(2);
    for (const [key, request] of theirs) expect(request).toEqual(own.get(key));
    expect([...theirs.values()]).toMatchObject([
      { input: { body: { label: 'First' } } },
      { input: { order: 1 } },
    ]);
  });

  it('[FILE5] shows in the deal immediately', async () => {
    await work();
    await importUnsentWork(there, await exported());
    const labels = (await there.elements.toArray()).map((row) => row.label ?? '').toSorted();
    expect(labels).toEqual(['Certificates', 'Closing']);
    expect((await there.childLists.get(`${deal.uuid}/${TOP}`))?.children).toEqual([parent]);
  });

  it('[FILE5] queues a file again, with its bytes', async () => {
    await work();
    await importUnsentWork(there, await exported());
    const [file] = await there.files.toArray();
    expect(file).toMatchObject({ status: 'QUEUED', sentBytes: 0, signingType: 'fully_executed' });
    expect(file?.uploadedFileKey).toBeUndefined();
    const staged = await there.fileBytes.get(file?.uuid ?? '');
    expect(await staged?.bytes.text()).toBe('%PDF-1.7');
    expect(staged?.bytes.type).toBe('application/pdf');
  });

  it('[LOCK4] reads the original bytes from a locked device’s export, and seals them again if there is a lock', async () => {
    await lockEmptyDevice(here);
    const uuid = await addFile('QUEUED');
    const sealed = await asStaged(here, uuid, new Blob(['%PDF-1.7'], { type: 'application/pdf' }), sha256);
    await here.fileBytes.put(sealed);
    const archive = await exported();
    await lockEmptyDevice(there);
    expect(await importUnsentWork(there, archive)).toMatchObject({ outcome: 'imported', files: 1 });
    const row = await there.fileBytes.get(uuid);
    expect(await row?.bytes.text()).not.toContain('PDF');
    const staged = await stagedBytes(there, uuid);
    expect(staged?.type).toBe('application/pdf');
    expect(await (await staged?.slice())?.text()).toBe('%PDF-1.7');
  });

  it('[UP12] keeps a file waiting for the user’s decision', async () => {
    const uuid = await addFile('QUEUED', '%PDF-1.7', { duplicateOf: 'Escrow, signed' });
    await importUnsentWork(there, await exported());
    expect(await there.files.get(uuid)).toMatchObject({ status: 'QUEUED', duplicateOf: 'Escrow, signed' });
  });

  it('[UP12] also asks about a file whose content the deal here has by then', async () => {
    const uuid = await addFile('QUEUED', '%PDF-1.7', { sha256: 'a1' });
    await there.documents.add({ ...newDocumentRow(deal.uuid), name: 'Of a colleague', sha256: 'a1' });
    await importUnsentWork(there, await exported());
    expect(await there.files.get(uuid)).toMatchObject({ duplicateOf: 'Of a colleague' });
  });

  it('[FILE5] puts files after the queue here, in their own order', async () => {
    const later = await addFile('QUEUED', '%PDF-1.7 later', { uploadOrder: 1 });
    const sooner = await addFile('QUEUED', '%PDF-1.7 sooner', { uploadOrder: 0 });
    const document = { ...newDocumentRow(deal.uuid), uploadOrder: 4 };
    await there.documents.add(document);
    await importUnsentWork(there, await exported());
    const places = (await there.files.toArray()).map((file) => [file.uuid, file.uploadOrder]);
    expect(Object.fromEntries(places)).toEqual({ [sooner]: 5, [later]: 6 });
  });

  it('[FILE4] changes nothing the second time', async () => {
    await work();
    const archive = await exported();
    await importUnsentWork(there, archive);
    const before = await everything(there);
    expect(await importUnsentWork(there, archive)).toMatchObject({ outcome: 'imported', edits: 0, files: 0 });
    expect(await everything(there)).toEqual(before);
  });

  it('[FILE4] on the original device changes nothing', async () => {
    await work();
    const archive = await exported();
    const before = await everything(here);
    await importUnsentWork(here, archive);
    expect(await everything(here)).toEqual(before);
  });
});

describe('work that the user has settled here', () => {
  it('[FILE4] does not return from an older file, whether discarded or retried', async () => {
    await work();
    const archive = await exported();
    const [tray] = await here.rejected.toArray();
    expect(await retryRejected(here, tray?.id ?? '')).toBe('retried');
    for (const row of (await inOrder(here)).slice(0, 2)) {
      await reject({ db: here, epoch: 1 }, row, { toast: 'No.', reason: 'No.', code: 'invalid' });
    }
    for (const row of await here.rejected.toArray()) await discardRejected(here, row.id);
    const before = await everything(here);
    expect(await importUnsentWork(here, archive)).toMatchObject({ edits: 0, files: 0, settled: 3 });
    expect(await everything(here)).toEqual(before);
  });

  it('[FILE4] includes files that were removed from the queue', async () => {
    const uuid = await addFile('QUEUED');
    const archive = await exported();
    await removeFromQueue(here, { transaction: deal.uuid, uuids: [uuid] });
    await here.files.clear();
    await here.fileBytes.clear();
    expect(await importUnsentWork(here, archive)).toMatchObject({ files: 0, settled: 1 });
    expect(await here.fileBytes.count()).toBe(0);
  });
});

describe('imports nothing', () => {
  it('[FILE2] from somebody else’s work', async () => {
    await work();
    const other = await openProfile(newUuid());
    const before = await everything(other);
    const answer = await importUnsentWork(other, await exported());
    expect(answer).toEqual({ outcome: 'someone_else', email: 'a@demo.test' });
    expect(await everything(other)).toEqual(before);
    await other.delete();
  });

  it('[FILE2] from a newer format', async () => {
    await work();
    const archive = await edited(await exported(), (rows) => ({
      ...rows,
      format: UNSENT_WORK_FORMAT + 1,
      edits: 'otherwise',
    }));
    expect(await importUnsentWork(there, archive)).toEqual({ outcome: 'newer' });
  });

  it.each([
    ['an edit without its deal', { edits: [{ id: 'x' }] }],
    ['a refused edit that isn’t valid', { refused: [7] }],
    ['bytes that are not in it', { bytes: [{ uuid: 'x', path: 'files/x', size: 1, mediaType: '' }] }],
  ])('[FILE2] from a file with %s', async (_what, part) => {
    await work();
    const before = await everything(there);
    const archive = await edited(await exported(), (rows) => ({ ...rows, ...part }));
    expect(await importUnsentWork(there, archive)).toEqual({ outcome: 'damaged' });
    expect(await everything(there)).toEqual(before);
  });

  it.each([
    ['does something else', { endpoint: 'transactions.delete', input: { id: deal.uuid } }],
    ['names something else', renameRequest(newUuid(), 'Signing')],
    ['says something else', renameRequest(parent, 'Another name')],
    ['is missing', undefined],
  ])('[FILE2] from a file with an edit whose request %s', async (_what, request) => {
    await addHeader(parent, 'Closing');
    await here.outbox.clear();
    await renameHeader(here, { transaction: deal.uuid, uuid: parent, label: 'Signing' });
    const archive = await edited(await exported(), (rows) => ({
      ...rows,
      edits: unsentWorkSchema.parse(rows).edits.map((row) => ({ ...row, request })),
    }));
    const before = await everything(there);
    expect(await importUnsentWork(there, archive)).toEqual({ outcome: 'damaged' });
    expect(await everything(there)).toEqual(before);
  });

  it('[FILE2] just because the row claims it: its command decides what is created, named and changed', async () => {
    await addHeader(parent, 'Closing');
    const lists = { lane: newUuid(), creates: [], refersTo: [], touches: [newUuid()] };
    const archive = await edited(await exported(), (rows) => ({
      ...rows,
      edits: unsentWorkSchema.parse(rows).edits.map((row) => ({ ...row, ...lists })),
    }));
    await importUnsentWork(there, archive);
    const [{ lane, creates, refersTo, touches } = { lane: '' }] = await inOrder(here);
    expect(await inOrder(there)).toMatchObject([{ lane, creates, refersTo, touches }]);
  });

  it('[FILE5] if the bytes are missing before their rows are written', async () => {
    await work();
    const archive = await exported();
    const before = await everything(there);
    const transaction = there.transaction.bind(there);
    Object.defineProperty(there, 'transaction', {
      configurable: true,
      async value(...given: Parameters<typeof transaction>) {
        Object.defineProperty(there, 'transaction', { value: transaction });
        await there.fileBytes.clear();
        return transaction(...given);
      },
    });
    await expect(importUnsentWork(there, archive)).rejects.toThrow('A file disappeared during the import');
    expect(await everything(there)).toEqual(before);
  });

  it('[FILE2] from a file with one wrong byte', async () => {
    await work();
    // The first file is complete, but none of it may be kept.
    await addFile('QUEUED', '%PDF-2.0');
    const archive = await exported();
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const at = new TextDecoder('latin1').decode(bytes).indexOf('%PDF-2.0');
    bytes[at] = 0;
    const before = await everything(there);
    expect(await importUnsentWork(there, new Blob([bytes]))).toEqual({ outcome: 'damaged' });
    expect(await everything(there)).toEqual(before);
  });

  it.each([
    ['cut off', async () => (await exported()).slice(0, 300)],
    ['not an archive', async () => new Blob(['Dear colleague'])],
  ])('[FILE2] from a file that is %s', async (_what, make) => {
    await work();
    expect(await importUnsentWork(there, await make())).toEqual({ outcome: 'damaged' });
  });
});

describe('a large export file', () => {
  it('[FILE6] is kept in pieces', async () => {
    const sink = openBlobSink('application/zip');
    const writer = sink.writable.getWriter();
    const chunk = new Uint8Array(1_000_000).fill(7);
    for (let count = 0; count < 10; count += 1) await writer.write(chunk);
    // The writer may reuse its buffer.
    chunk.fill(0);
    await writer.close();
    const bytes = new Uint8Array(await sink.blob().arrayBuffer());
    expect(bytes.length).toBe(10_000_000);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });
});

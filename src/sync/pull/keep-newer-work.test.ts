import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryCaches } from '../../../tests/support/memory-caches.ts';
import { newElementRow } from '../../db/commands/checklist/new-rows.ts';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { discardRejected } from '../../db/commands/tray/discard-rejected.ts';
import { retryRejected } from '../../db/commands/tray/retry-rejected.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { trayEntries } from '../../db/queries/status/rejected.ts';
import { addDocumentsToTransaction } from '../../db/commands/documents/add-documents-to-transaction.ts';
import { updateDocument } from '../../db/commands/documents/update-document.ts';
import { documentCacheName } from '../../db/offline/file-caches.ts';
import { offlineFile } from '../../db/queries/status/rejected.ts';
import { keepSent, keepSentFile, sweepSent } from '../../db/outbox/sent-edits.ts';
import { newUuid } from '../../db/uuid.ts';
import { hasLateAcknowledgements, keepNewerWork, restoredSentence } from './keep-newer-work.ts';
import { sha256 } from '../uploads/staging/sha256.ts';
import { createTransport } from '../transport/transport.ts';

const birch = newTransactionRow('Birch');
const transaction = birch.uuid;

let server: ScriptedServer;
let db: MirrorDatabase;
/** Keys that the server knows. */
let known: Set<string>;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(birch);
  known = new Set();
  server.seen.length = 0;
  server.script = ({ body }) => {
    const { edits } = JSON.parse(body) as { edits: { key: string }[] };
    const unknown = edits.map(({ key }) => key).filter((key) => !known.has(key));
    return { status: 200, body: { unknown, restored_to: null } };
  };
  return async () => db.delete();
});

async function check() {
  return keepNewerWork({ db, epoch: 1 }, createTransport({ origin: server.origin }), transaction);
}

async function create(label: string): Promise<{ uuid: string; id: string }> {
  const uuid = newUuid();
  await createHeader(db, { transaction, uuid, label, parent: 'top' });
  const row = await db.outbox.orderBy('seq').last();
  return { uuid, id: row?.id ?? '' };
}

/** Acknowledges everything that waits. With `released`, it has also been pulled since. */
async function acknowledge({ ackedAt = new Date(), released = true } = {}): Promise<void> {
  for (const row of await db.outbox.toArray()) {
    await keepSent(db, row, ackedAt);
    if (released) await db.outbox.where({ id: row.id }).delete();
    else await db.outbox.where({ id: row.id }).modify({ state: 'acked', tick: 1, awaiting: ['elements'] });
  }
}

it('[LOST1] ignores what the server knows, and asks nothing if nothing was sent', async () => {
  expect(await check()).toBeNull();
  expect(server.seen).toHaveLength(0);
  const { id } = await create('Closing');
  await acknowledge();
  known.add(id);
  await check();
  expect(await db.rejected.count()).toBe(0);
  expect(await db.sent.count()).toBe(1);
});

it('[LOST1] moves an unknown edit to the tray with the unsent ones that build on it, and leaves other unsent edits', async () => {
  const lost = await create('Closing');
  await acknowledge({ released: false });
  await renameHeader(db, { transaction, uuid: lost.uuid, label: 'Closing set' });
  const other = await create('Corporate');
  await check();
  const [entry] = await trayEntries(db);
  expect(entry?.edit).toMatchObject({ id: lost.id, code: 'restored' });
  expect(entry?.dependents.map(({ name }) => name)).toEqual(['header.rename']);
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([other.id]);
  expect((await db.elements.toArray()).map(({ label }) => label)).toEqual(['Corporate']);
});

it('[LOST1] asks before a pull long after an acknowledgment, but not right after one', async () => {
  await create('Closing');
  await acknowledge({ released: false });
  expect(await hasLateAcknowledgements({ db, epoch: 1 }, transaction)).toBe(false);
  await acknowledge({ released: false, ackedAt: new Date(Date.now() - 60_000) });
  expect(await hasLateAcknowledgements({ db, epoch: 1 }, transaction)).toBe(true);
});

it('[LOST1] forgets acknowledged edits after 7 days', async () => {
  await create('Closing');
  await acknowledge();
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await sweepSent(db, days(6));
  expect(await db.sent.count()).toBe(1);
  await sweepSent(db, days(8));
  expect(await db.sent.count()).toBe(0);
});

it('[LOST2] does not recreate a row that the deal already has again', async () => {
  const { uuid } = await create('Closing');
  await acknowledge();
  const stamp = { madeAt: '2026-01-01T00:00:00.000Z', userId: newUuid() };
  await check();
  await db.elements.put(newElementRow({ elementUuid: uuid, transaction }, { label: 'Closing' }, stamp));
  const [entry] = await trayEntries(db);
  expect(await retryRejected(db, entry?.edit.id ?? '')).toBe('settled');
  expect(await db.outbox.count()).toBe(0);
  expect(await db.rejected.count()).toBe(0);
});

it('[LOST2] sends changes again in their original order', async () => {
  const first = await create('Closing');
  await renameHeader(db, { transaction, uuid: first.uuid, label: 'Closing set' });
  await acknowledge();
  await check();
  const [entry] = await trayEntries(db);
  expect(await retryRejected(db, entry?.edit.id ?? '')).toBe('retried');
  const again = await db.outbox.orderBy('seq').toArray();
  expect(again.map(({ name }) => name)).toEqual(['header.create', 'header.rename']);
  expect(again.map(({ id }) => id)).not.toContain(first.id);
});

it('[LOST2] sends changes again once, no matter from how many tabs and how often the user asks for it', async () => {
  const { uuid } = await create('Closing');
  await renameHeader(db, { transaction, uuid, label: 'Closing set' });
  await acknowledge();
  await check();
  const [entry] = await trayEntries(db);
  const id = entry?.edit.id ?? '';
  const outcomes = await Promise.all([retryRejected(db, id), retryRejected(db, id), retryRejected(db, id)]);
  expect(outcomes.toSorted()).toEqual(['retried', 'settled', 'settled']);
  expect(await retryRejected(db, id)).toBe('settled');
  const again = await db.outbox.orderBy('seq').toArray();
  expect(again.map(({ name }) => name)).toEqual(['header.create', 'header.rename']);
});

it('[LOST2] sends changes again once if the user asks for it while the server is being asked about them', async () => {
  await create('Closing');
  await acknowledge();
  const id = (await db.sent.toArray())[0]?.id ?? '';
  // Two pulls have asked. The user presses the button when one has its response and the other does not yet.
  const answerTo = server.script;
  const late = Promise.withResolvers<void>();
  server.script = async (request) => {
    if (server.seen.length > 1) await late.promise;
    return answerTo(request);
  };
  const checks = [check(), check()];
  await Promise.race(checks);
  expect(await retryRejected(db, id)).toBe('retried');
  late.resolve();
  await Promise.all(checks);
  expect(server.seen).toHaveLength(2);
  expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual(['header.create']);
  expect(await db.rejected.count()).toBe(0);
});

describe('a file that the server has lost', () => {
  let disk: MemoryCaches;
  beforeEach(() => {
    disk = new MemoryCaches();
    vi.stubGlobal('caches', disk);
    return () => void vi.unstubAllGlobals();
  });

  /** A file that this device has sent, on the checklist. `pdf`: its PDF is on this device. `copy`: so are the sent bytes. */
  async function sendFile(fileName: string, pdf: string | null, copy: string | null = null): Promise<string> {
    const document = {
      ...newDocumentRow(transaction),
      name: 'Lease',
      pdfUrl: `/api/files/${newUuid()}/hash/pdf`,
    };
    await db.documents.put(document);
    const { uuid, pdfUrl } = document;
    const cache = await disk.open(documentCacheName(db.userId));
    if (pdf !== null) await cache.put(pdfUrl, new Response(pdf));
    const file = newFileRow(transaction, { uuid, fileName, name: 'Lease' });
    if (copy !== null) {
      const bytes = new Blob([copy], { type: 'application/msword' });
      await db.fileBytes.put({ uuid, bytes });
      file.sha256 = await sha256(bytes);
    }
    await keepSentFile(db, file, newUuid(), new Date());
    await addDocumentsToTransaction(db, { transaction, documentIds: [uuid] });
    await updateDocument(db, { transaction, uuid, edits: { name: 'Lease of the plant' } });
    await acknowledge();
    return uuid;
  }

  /** The server is restored, and this device receives the deal without the file. */
  async function restore(uuid: string) {
    await check();
    await db.documents.delete(uuid);
    await db.items.clear();
    await db.elements.clear();
    const [entry] = await trayEntries(db);
    if (!entry) throw new Error('nothing is in the tray');
    return entry;
  }

  it('[LOST4] is kept with the PDF on this device, and sent again as the file of its item', async () => {
    const uuid = await sendFile('Lease.docx', '%PDF-1.7 lease');
    const entry = await restore(uuid);
    expect(entry.edit).toMatchObject({ id: uuid, name: 'file.upload', code: 'restored' });
    expect(entry.edit.reason).toMatch(/3 of your changes are newer/);
    expect(entry.filesHere.has(uuid)).toBe(true);
    expect(await (await offlineFile(db, uuid))?.text()).toBe('%PDF-1.7 lease');
    expect(await retryRejected(db, uuid)).toBe('retried');
    const [create, flags] = await db.outbox.orderBy('seq').toArray();
    expect(create).toMatchObject({ name: 'item.create', args: { name: 'Lease', parent: 'top' } });
    expect(flags).toMatchObject({ name: 'item.update', args: { edits: { forSigning: true } } });
    expect(await db.files.toArray()).toMatchObject([
      {
        uuid,
        fileName: 'Lease.pdf',
        name: 'Lease of the plant',
        status: 'QUEUED',
        versionOf: create?.creates[0],
      },
    ]);
    expect(await db.rejected.count()).toBe(0);
  });

  it('[LOST5] is sent again as the original file, if this device still has the copy', async () => {
    const uuid = await sendFile('Lease.docx', '%PDF-1.7 lease', 'PK lease');
    const entry = await restore(uuid);
    expect(entry.filesHere.has(uuid)).toBe(true);
    expect(await retryRejected(db, uuid)).toBe('retried');
    expect(await db.files.toArray()).toMatchObject([
      { uuid, fileName: 'Lease.docx', name: 'Lease of the plant', status: 'QUEUED' },
    ]);
    expect(await (await db.fileBytes.get(uuid))?.bytes.text()).toBe('PK lease');
  });

  it('[LOST5] is queued only once if it is sent again twice at the same time', async () => {
    const uuid = await sendFile('Lease.docx', null, 'PK lease');
    await restore(uuid);
    const outcomes = await Promise.all([retryRejected(db, uuid), retryRejected(db, uuid)]);
    expect(outcomes.toSorted()).toEqual(['retried', 'settled']);
    expect((await db.files.toArray()).map((row) => row.uuid)).toEqual([uuid]);
    const created = (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name);
    expect(created).toEqual(['item.create', 'item.update']);
  });

  it('[LOST5] is deleted with its bytes when the user discards it', async () => {
    const uuid = await sendFile('Lease.docx', null, 'PK lease');
    await restore(uuid);
    await discardRejected(db, uuid);
    expect(await db.fileBytes.count()).toBe(0);
  });

  it.for([
    ['with the PDF', '%PDF-1.7 lease', true],
    ['with a reason', null, false],
  ] as const)('[LOST5] is kept %s if the copy can no longer be read', async ([_how, pdf, isHere]) => {
    const uuid = await sendFile('Lease.docx', pdf, 'PK lease');
    await db.fileBytes.put({ uuid, bytes: new Blob(['PK le']) });
    const entry = await restore(uuid);
    expect(entry.filesHere.has(uuid)).toBe(isHere);
    expect((await (await db.fileBytes.get(uuid))?.bytes.text()) ?? null).toBe(pdf);
  });

  it('[LOST4] stays in the tray with a reason if this device lacks it, and its place on the checklist is restored', async () => {
    const uuid = await sendFile('Lease.pdf', null);
    const entry = await restore(uuid);
    expect(entry.filesHere.has(uuid)).toBe(false);
    await retryRejected(db, uuid);
    expect((await db.items.toArray()).map(({ name }) => name)).toEqual(['Lease']);
    expect(await db.files.count()).toBe(0);
    const [left] = await trayEntries(db);
    expect(left).toMatchObject({ stuck: 'file_gone', edit: { id: uuid, args: { fileName: 'Lease.pdf' } } });
    expect(left?.edit.reason).toMatch(/it isn’t on this device/);
  });

  it('[LOST4] is not sent again once the server has received it in another way', async () => {
    const uuid = await sendFile('Lease.pdf', '%PDF-1.7 lease');
    await restore(uuid);
    await db.documents.put({ ...newDocumentRow(transaction), uuid });
    await retryRejected(db, uuid);
    expect(await db.files.count()).toBe(0);
    expect(await db.fileBytes.count()).toBe(0);
    expect(await db.rejected.count()).toBe(0);
    const again = (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name);
    expect(again).toEqual(['documents.add-to-transaction', 'document.update']);
  });

  it('[LOST4] is ignored if the server still has it', async () => {
    await sendFile('Lease.pdf', '%PDF-1.7 lease');
    for (const { id } of await db.sent.toArray()) known.add(id);
    await check();
    expect(await db.rejected.count()).toBe(0);
  });
});

it('[LOST3] treats every edit as known if the server cannot tell, and waits if it cannot be asked', async () => {
  await create('Closing');
  await acknowledge();
  server.script = () => ({ status: 404, body: { code: 'not_found', error_message: 'No such path.' } });
  expect(await check()).toBeNull();
  server.script = () => ({ status: 503, body: { code: 'unavailable', error_message: 'Later.' } });
  expect(await check()).toMatchObject({ kind: 'retry' });
  expect(await db.rejected.count()).toBe(0);
  expect(await db.sent.count()).toBe(1);
});

it('[LOST1] states the time to which the server was restored, with the day unless it is today', () => {
  const today = new Date();
  today.setHours(10, 5);
  expect(restoredSentence(today.toISOString(), 3)).toBe(
    'The server was restored to 10:05. 3 of your changes are newer: send them again or discard them.',
  );
  expect(restoredSentence('2026-01-02T12:00:00.000Z', 1)).toMatch(
    /^The server was restored to Jan \d, \d\d:\d\d\. 1 of your changes is newer: send it again or discard it\.$/,
  );
});

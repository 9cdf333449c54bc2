import '../../chaos/browser-globals.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { documentState } from '../../../src/app/checklist/row/row-facts.ts';
import { documentProgress } from '../../../src/app/screens/deal/document-progress.ts';
import { attentionReasons } from '../../../src/app/transaction/attention-copy.ts';
import { documentParties } from '../../../src/db/queries/signing/assignments/document-parties.ts';
import { dealsAttention } from '../../../src/db/queries/transactions/deal-attention.ts';
import { needsAttention } from '../../../src/app/sync-status/sync-sentence.ts';
import { filesWaiting } from '../../../src/db/queries/documents/file-standing.ts';
import { trayEntries } from '../../../src/db/queries/status/rejected.ts';
import { syncStatus } from '../../../src/db/queries/status/sync-status.ts';
import type { TransactionRow } from '../../../src/db/rows.ts';
import { openChecklistView } from '../../../src/db/views/checklist-view.ts';
import { renameHeader } from '../../../src/db/commands/checklist/rename-header.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { stageFiles } from '../../../src/sync/uploads/staging/stage-files.ts';
import { Device } from '../../chaos/device.ts';
import { Random } from '../../chaos/random.ts';
import { RealServer, type Person } from '../../chaos/real-server.ts';
import { ChaosProxy } from '../../support/chaos-proxy.ts';
import { wholeQueue } from '../../support/whole-queue.ts';
import { converted, upload } from '../support/upload.ts';

const PATIENT = { timeout: 60_000 };
const DAMAGED = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2000, 'x')]);

let server: RealServer;
let person: Person;
let device: Device;
let deal: string;

beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(async () => server.stop());
beforeEach(async () => {
  [person] = (await server.addMembers(1)) as [Person];
  deal = await create('/transactions/transaction', { name: 'Project Alder' });
  return async () => device.destroy();
});

async function create(path: string, body: object): Promise<string> {
  const { status, text, body: answer } = await person.client.post(path, body);
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  return answer.uuid;
}

async function uploaded(bytes: Uint8Array, fields: object): Promise<string> {
  const { uuid } = (await upload(person.client, deal, bytes, { ...fields })).body;
  await converted(person.client, uuid);
  return uuid;
}

/** Opens the deal on a new device, with all of the server's data. */
async function openDeal(): Promise<void> {
  const proxy = await ChaosProxy.open(server.port, () => ({ kind: 'pass' }));
  device = await Device.open(person, proxy, {
    tabs: 1,
    deal,
    sessionEndsIn: 12 * 3600,
    random: new Random(deal),
  });
  await device.open(deal);
  await device.heal();
  await expect.poll(async () => device.shows(deal), PATIENT).toBe(true);
}

async function dealRow(): Promise<TransactionRow> {
  const row = await device.db.transactions.get(deal);
  if (!row) throw new Error('The deal is not on the device.');
  return row;
}

async function checklist() {
  const view = openChecklistView(device.db, deal);
  try {
    await expect.poll(async () => (await view.current()).state, PATIENT).toBe('ready');
    return await view.current();
  } finally {
    view.close();
  }
}

test('the list of transactions counts the documents that the header counts', async () => {
  const documents = [
    await uploaded(await samplePdf({ pages: 1, text: 'Lease' }), { name: 'Lease' }),
    await uploaded(await samplePdf({ pages: 1, text: 'Deed' }), { name: 'Deed' }),
  ];
  const added = await person.client.post('/transactions/item/from_documents', { documents });
  await create('/transactions/item', { transaction: deal, name: 'Escrow Agreement' });
  await create('/transactions/element', { transaction: deal, label: 'Corporate' });
  await create('/transactions/task', { transaction: deal, name: 'Wire' });
  await uploaded(await samplePdf({ pages: 1, text: 'Queued' }), { name: 'Queued' });
  await person.client.patch(`/transactions/item/${added.body[0].item_uuid}`, { complete: true });
  await openDeal();
  const { numDocuments } = await dealRow();
  expect(documentProgress((await checklist()).entries)).toEqual({ total: numDocuments, complete: 1 });
  expect(numDocuments).toBe(3);
});

test('files that failed to convert are shown in the upload queue or on the checklist, and the list and the header count them', async () => {
  const [document] = [await uploaded(await samplePdf({ pages: 1, text: 'Lease' }), { name: 'Lease' })];
  const added = await person.client.post('/transactions/item/from_documents', { documents: [document] });
  await uploaded(DAMAGED, { name: 'Damaged' });
  await uploaded(Buffer.concat([DAMAGED, Buffer.alloc(9, 'y')]), {
    name: 'Lease v2',
    item_id: added.body[0].item_uuid,
  });
  await openDeal();
  await expect.poll(async () => (await dealRow()).numFailedDocuments, PATIENT).toBe(2);
  const row = await dealRow();
  const inQueue = (await wholeQueue(device.db, deal)).filter(({ failed }) => failed).map(({ name }) => name);
  const onChecklist = [...(await checklist()).entries.values()]
    .filter((entry) => documentState(entry)?.tone === 'failed')
    .map(({ name }) => name);
  expect([inQueue, onChecklist]).toEqual([['Damaged'], ['Lease']]);
  // The list passes all deals, and the header only its own.
  const inList = (await dealsAttention(device.db, await device.db.transactions.toArray())).get(deal);
  const inHeader = (await dealsAttention(device.db, [row])).get(deal);
  expect(inList).toEqual(inHeader);
  expect(inHeader?.failedDocuments).toBe(inQueue.length + onChecklist.length);
  // Before a deal is on a device, the list shows the server's count.
  await device.db.cursors.clear();
  expect((await dealsAttention(device.db, [row])).get(deal)).toEqual(inHeader);
  expect(row.actionRequired).toBe(true);
});

test('the list of transactions counts the signatures that the documents count, and those that wait for the reader', async () => {
  const item = await create('/transactions/item', { transaction: deal, name: 'NDA', for_signing: true });
  const statuses = ['executed', 'signed_pending_acceptance', 'sent', 'cancelled'] as const;
  for (const [index, status] of statuses.entries()) {
    const signatory = await create('/signatory', { transaction: deal, full_name: `Signatory ${index}` });
    const uuid = await create('/assignments/assignment', { item, signatory });
    await server.db.updateTable('assignments').set({ status }).where('uuid', '=', uuid).execute();
  }
  // A deal recounts its signatures with each write.
  const last = await create('/signatory', { transaction: deal, full_name: 'Last' });
  await create('/assignments/assignment', { item, signatory: last });
  await openDeal();
  const row = await dealRow();
  const parties = (await documentParties(device.db, deal)).get(item);
  expect(parties).toMatchObject({ executed: row.numExecutedSignatures, total: row.totalSignatures });
  expect([row.numExecutedSignatures, row.totalSignatures]).toEqual([1, 4]);
  const waiting = await device.db.assignments
    .where({ transaction: deal })
    .filter(({ status }) => status === 'signed_pending_acceptance')
    .count();
  const attention = (await dealsAttention(device.db, [row])).get(deal);
  expect(attention?.signaturesToAccept).toBe(waiting);
  expect(attention && attentionReasons(attention)).toBe('1 signature to accept');
  expect(row.actionRequired).toBe(true);
});

test('the indicator counts the changes and files that the tray, the upload queue and the header count', async () => {
  await openDeal();
  const { db } = device;
  await renameHeader(db, { transaction: deal, uuid: newUuid(), label: 'Gone' });
  await expect.poll(async () => db.rejected.count(), PATIENT).toBe(1);
  const lease = new File([new Uint8Array(await samplePdf({ pages: 1, text: 'Lease' }))], 'Lease.pdf');
  await stageFiles(db, { transaction: deal }, [lease, new File(['notes'], 'notes.txt')]);
  await stageFiles(db, { transaction: deal }, [lease]);
  await expect.poll(async () => (await syncStatus(db)).undecidedFiles, PATIENT).toBe(1);
  await expect.poll(async () => (await syncStatus(db)).unsentFiles, PATIENT).toBe(0);
  const summary = await syncStatus(db);
  const waiting = await filesWaiting(db);
  expect(needsAttention(summary)).toBe((await trayEntries(db)).length + waiting.length);
  const attention = (await dealsAttention(db, [await dealRow()])).get(deal);
  expect(attention).toMatchObject({
    refusedChanges: summary.rejected,
    failedFiles: summary.failedFiles + summary.filesNotHere,
    undecidedFiles: summary.undecidedFiles,
  });
  expect(needsAttention(summary)).toBe(2);
});

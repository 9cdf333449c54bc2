import { beforeEach, expect, it } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { deleteDocuments } from '../../commands/documents/delete-document.ts';
import { newItemRow } from '../../commands/checklist/new-rows.ts';
import { updateDocument } from '../../commands/documents/update-document.ts';
import { MirrorDatabase } from '../../database.ts';
import type { DocumentRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { dealDocuments, dealDocumentsView, viewedDocument } from './deal-documents.ts';

const deal = newUuid();
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

async function addDocument(change: Partial<DocumentRow> = {}): Promise<DocumentRow> {
  const row = { ...newDocumentRow(deal), ...change };
  await db.documents.add(row);
  return row;
}

/** A document on the checklist. */
async function addInstrument(name: string): Promise<{ document: DocumentRow; item: string }> {
  const item = newUuid();
  const document = await addDocument({ name, inQueue: false, itemId: item });
  const stamp = { userId: db.userId, madeAt: document.createdAt };
  await db.items.add(newItemRow({ uuid: item, transaction: deal, name }, document, stamp));
  return { document, item };
}

it('a document on the checklist has its item’s signing type, and one in the queue its own', async () => {
  const { document, item } = await addInstrument('Deed');
  await db.items.update(item, { forSigning: false, fullyExecuted: true });
  await addDocument({ name: 'Letter', signingType: 'non_executable', uploadOrder: 1 });
  const seen = (await dealDocuments(db, deal)).map(({ row, signingType }) => [row.name, signingType]);
  expect(seen).toEqual([
    ['Deed', 'fully_executed'],
    ['Letter', 'non_executable'],
  ]);
  expect((await viewedDocument(db, deal, document.uuid))?.signingType).toBe('fully_executed');
});

it('an item shows its current version, and the number of versions', async () => {
  const { document, item } = await addInstrument('Deed');
  const newer = await addDocument({ name: 'Deed, revised', inQueue: false, itemId: item });
  expect(await dealDocuments(db, deal)).toMatchObject([{ row: { uuid: document.uuid }, versions: 2 }]);
  await db.items.update(item, { document: newer.uuid });
  expect(await dealDocuments(db, deal)).toMatchObject([{ row: { uuid: newer.uuid }, versions: 2 }]);
  expect(await viewedDocument(db, deal, document.uuid)).toMatchObject({ item: null, versions: 0 });
});

it('an item without a current version shows its other versions, and a deleted item none', async () => {
  const { document, item } = await addInstrument('Deed');
  await db.items.update(item, { document: null });
  expect(await dealDocuments(db, deal)).toMatchObject([{ row: { uuid: document.uuid }, item: null }]);
  await db.items.delete(item);
  expect(await dealDocuments(db, deal)).toEqual([]);
});

it('a renamed row is marked until the server has the name, and only that row changes', async () => {
  const ask = dealDocumentsView(db, deal);
  const { uuid } = await addDocument();
  await addDocument({ uploadOrder: 1 });
  const before = await ask();
  await updateDocument(db, { transaction: deal, uuid, edits: { name: 'Bylaws' } });
  const after = await ask();
  expect(after.map(({ row, unsaved }) => [row.name, unsaved])).toEqual([
    ['Bylaws', true],
    ['Agreement', false],
  ]);
  expect(after[1]).toBe(before[1]);
});

it('a deleted document leaves its item on the checklist, to be drafted again', async () => {
  const { document, item } = await addInstrument('Deed');
  await deleteDocuments(db, [{ transaction: deal, uuid: document.uuid, item }]);
  expect(await dealDocuments(db, deal)).toEqual([]);
  expect(await db.items.get(item)).toMatchObject({ name: 'Deed', document: null });
});

it('a document of another deal is not found', async () => {
  const { uuid } = await addDocument();
  expect(await viewedDocument(db, newUuid(), uuid)).toBeNull();
});

it('every version has its item’s name, its place, and the version that replaced it', async () => {
  const { document, item } = await addInstrument('draft_v3_final');
  const newer = await addDocument({
    name: 'scan 0007',
    inQueue: false,
    itemId: item,
    createdAt: '2026-12-01T00:00:00.000Z',
  });
  await db.items.update(item, { name: 'Credit Agreement' });
  expect(await dealDocuments(db, deal)).toMatchObject([{ name: 'Credit Agreement' }]);
  expect(await viewedDocument(db, deal, document.uuid)).toMatchObject({
    name: 'Credit Agreement',
    version: { number: 1, of: 2, superseded: false },
    current: null,
  });
  await db.items.update(item, { pendingVersionDocument: newer.uuid });
  expect(await viewedDocument(db, deal, newer.uuid)).toMatchObject({
    name: 'Credit Agreement',
    version: { number: 2, of: 2, superseded: false },
  });
  await db.items.update(item, { document: newer.uuid, pendingVersionDocument: null });
  expect(await viewedDocument(db, deal, document.uuid)).toMatchObject({
    name: 'Credit Agreement',
    version: { number: 1, of: 2, superseded: true },
    current: { uuid: newer.uuid, number: 2 },
  });
});

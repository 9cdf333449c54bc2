import { beforeEach, expect, it } from 'vitest';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../commands/checklist/create-header.ts';
import { createItem } from '../../commands/checklist/create-item.ts';
import { renameHeader } from '../../commands/checklist/rename-header.ts';
import { deleteDocuments } from '../../commands/documents/delete-document.ts';
import { updateDocument } from '../../commands/documents/update-document.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { syncStatus } from './sync-status.ts';
import { unsentList } from './unsent-work.ts';

const deal = newTransactionRow('Project Alder');
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.transactions.put(deal);
  return async () => db.delete();
});

it('lists what the indicator counts: changes with the old name, files and removals', async () => {
  const uuid = newUuid();
  await createHeader(db, { transaction: deal.uuid, uuid, label: 'Corporate', parent: TOP });
  await db.outbox.toCollection().modify({ state: 'acked' });
  await renameHeader(db, { transaction: deal.uuid, uuid, label: 'Closing' });
  await createHeader(db, { transaction: deal.uuid, uuid: newUuid(), label: 'Tax', parent: TOP });
  await db.files.bulkAdd([
    { ...newFileRow(deal.uuid), fileName: 'Lease.pdf' },
    {
      ...newFileRow(deal.uuid),
      name: 'Deed',
      status: 'REMOVED',
      removedAt: '2026-11-21T10:40:00Z',
      createdWith: { name: 'Deed', signingType: 'to_be_signed' },
    },
    { ...newFileRow(deal.uuid), status: 'FAILED_CREATING_DOCUMENT' },
  ]);
  const { edits, files, removals } = await unsentList(db);
  expect(edits.map(({ edit, deal: name, subject }) => [edit.name, name, subject])).toEqual([
    ['header.rename', 'Project Alder', 'Corporate'],
    ['header.create', 'Project Alder', 'Tax'],
  ]);
  expect(files.map(({ file, deal: name }) => [file.fileName, name])).toEqual([
    ['Lease.pdf', 'Project Alder'],
  ]);
  expect(removals.map(({ file }) => file.name)).toEqual(['Deed']);
  expect(await syncStatus(db)).toMatchObject({
    unsent: edits.length + removals.length,
    unsentFiles: files.length,
  });
});

it('names a document after its item on the checklist, also when the document was deleted', async () => {
  const item = newUuid();
  const named = { transaction: deal.uuid, uuid: item, elementUuid: newUuid(), name: 'Credit Agreement' };
  await createItem(db, { ...named, parent: TOP, after: null });
  const [current, earlier, edited] = ['draft_v3_final', 'draft_v2', 'draft_v1'].map((name) => ({
    ...newDocumentRow(deal.uuid),
    name,
    itemId: item,
    inQueue: false,
  }));
  if (!current || !earlier || !edited) throw new Error('There are three documents.');
  await db.documents.bulkAdd([current, earlier, edited]);
  await db.outbox.clear();
  await updateDocument(db, {
    transaction: deal.uuid,
    uuid: edited.uuid,
    edits: { signingType: 'non_executable' },
    placed: true,
  });
  await deleteDocuments(db, [
    { transaction: deal.uuid, uuid: current.uuid, item },
    { transaction: deal.uuid, uuid: earlier.uuid },
  ]);
  const { edits } = await unsentList(db);
  expect(edits.map(({ edit, subject }) => [edit.name, subject])).toEqual([
    ['document.update', 'Credit Agreement'],
    ['document.delete', 'Credit Agreement'],
    ['document.delete', 'Credit Agreement'],
  ]);
});

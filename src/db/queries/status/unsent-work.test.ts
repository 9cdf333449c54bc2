import { beforeEach, expect, it } from 'vitest';
import { newFileRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../commands/checklist/create-header.ts';
import { renameHeader } from '../../commands/checklist/rename-header.ts';
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

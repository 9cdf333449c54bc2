import { expect, it } from 'vitest';
import { newFileRow } from '../../../tests/support/rows.ts';
import { createTransaction } from '../../db/commands/transactions/create-transaction.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { Device } from '../../../tests/simulation/device.ts';
import { newUuid } from '../../db/uuid.ts';
import { readLane, reject, shelveStrays, shelveUnreadable } from './lane.ts';

it('[REJ3] an edit that has lost the name of its deal goes to the tray', async () => {
  const { device, ids } = await Device.withHeaders(1);
  await renameHeader(device.db, { transaction: device.deal, uuid: ids[0] ?? '', label: 'Closing' });
  const [row] = await device.outbox();
  await device.db.table('outbox').put({ ...row, lane: 7 });
  await shelveStrays({ db: device.db, epoch: 1 });
  expect(await device.outbox()).toEqual([]);
  expect(await device.tray()).toMatchObject([{ name: 'header.rename', code: 'unreadable' }]);
});

it.for([
  ['gone', undefined],
  ['null', null],
  ['a number', 7],
  ['empty', ''],
] as const)('[REJ3] edits with a damaged id (%s) go to the tray and delay nothing', async ([, id]) => {
  const { device, ids } = await Device.withHeaders(3);
  const { db, deal } = device;
  for (const uuid of ids) await renameHeader(db, { transaction: deal, uuid, label: `Closing ${uuid}` });
  const rows = await device.outbox();
  // Each id can be in the index only once, but several rows can lack one.
  const damaged = id === undefined || id === null ? rows.slice(0, 2) : rows.slice(0, 1);
  for (const row of damaged) await db.table('outbox').put({ ...row, id });
  const leadership = { db, epoch: 1 };
  await shelveUnreadable(leadership, deal);
  expect((await readLane(leadership, deal)).mutations.map((each) => each.row.id)).toEqual(
    rows.slice(damaged.length).map((row) => row.id),
  );
  const tray = (await device.tray()).toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
  expect(tray).toMatchObject(damaged.map(({ seq, args }) => ({ code: 'unreadable', seq, args })));
  await db.table('outbox').put({ ...rows.at(-1), id, lane: 7 });
  await shelveStrays(leadership);
  expect(await device.tray()).toHaveLength(damaged.length + 1);
});

it('[UP6] the files of a deal that the server refuses to create go to the tray, with their bytes', async () => {
  const { device } = await Device.withHeaders(0);
  const { db } = device;
  const [deal, uuid] = [newUuid(), newUuid()];
  await createTransaction(db, {
    uuid: deal,
    name: 'Project Fir',
    clientName: '',
    matterNumber: '',
    closingDate: null,
  });
  await db.fileBytes.add({ uuid, bytes: new Blob(['%PDF-1.7']) });
  await db.files.add(newFileRow(deal, { uuid }));
  const [row] = await device.outbox();
  if (!row) throw new Error('no edit');
  const refusal = { toast: 'No.', reason: 'The name is taken.', code: 'invalid' };
  await reject({ db, epoch: 1 }, row, refusal);
  expect(await db.files.count()).toBe(0);
  expect(await db.fileBytes.count()).toBe(1);
  expect((await device.tray()).map((edit) => [edit.name, edit.reason])).toContainEqual([
    'file.upload',
    'The name is taken.',
  ]);
});

import { liveQuery } from 'dexie';
import { beforeEach, expect, it } from 'vitest';
import { createTransaction } from '../../commands/transactions/create-transaction.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { elementRows } from '../../wire-rows.ts';
import { dealList, dealPage } from './deals.ts';

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

async function open(name: string, closingDate: string | null): Promise<string> {
  const uuid = newUuid();
  await createTransaction(db, { uuid, name, clientName: '', matterNumber: '', closingDate });
  return uuid;
}

it('shows the deal that closes next first, and those without a date last, by name', async () => {
  await open('Zinc', null);
  await open('Birch', '2026-06-01');
  await open('Elm', '2026-02-28');
  await open('alder', null);
  await open('Ash', '2026-06-01');
  expect((await dealList(db)).deals.map(({ name }) => name)).toEqual([
    'Elm',
    'Ash',
    'Birch',
    'alder',
    'Zinc',
  ]);
});

it('shows no archived deal', async () => {
  const uuid = await open('Birch', null);
  await db.transactions.update(uuid, { archived: true });
  expect((await dealList(db)).deals).toEqual([]);
  expect((await dealPage(db, uuid)).deal?.name).toBe('Birch');
});

it('shows the creator’s name, even before the server has responded', async () => {
  const uuid = await open('Birch', null);
  expect((await dealPage(db, uuid)).deal).toMatchObject({
    createdBy: { uuid: db.userId },
    modifiedBy: db.userId,
  });
});

it('distinguishes an empty list from one that was never pulled', async () => {
  expect((await dealList(db)).pulled).toBe(false);
  const cursor = { etags: [], askedTick: 1, pulledAt: new Date(0).toISOString() };
  await db.cursors.put({ ...cursor, key: 'deal/changes', lane: 'deal', collection: 'changes' });
  expect((await dealList(db)).pulled).toBe(false);
  await db.cursors.put({
    ...cursor,
    key: 'account/notifications',
    lane: 'account',
    collection: 'notifications',
  });
  expect((await dealList(db)).pulled).toBe(false);
  await db.cursors.put({
    ...cursor,
    key: 'account/transactions',
    lane: 'account',
    collection: 'transactions',
  });
  expect((await dealList(db)).pulled).toBe(true);
});

it('does not run again when the content of a deal is pulled', async () => {
  const uuid = await open('Birch', null);
  let asked = 0;
  let pulls = 0;
  const page = liveQuery(async () => {
    asked += 1;
    return dealPage(db, uuid);
  }).subscribe(() => undefined);
  const watch = liveQuery(async () => db.cursors.where({ lane: uuid }).count()).subscribe((count) => {
    pulls = count;
  });
  await expect.poll(() => asked).toBe(1);
  await db.cursors.put({
    key: `${uuid}/changes`,
    lane: uuid,
    collection: 'changes',
    etags: [],
    askedTick: 1,
    pulledAt: new Date(0).toISOString(),
  });
  await expect.poll(() => pulls).toBe(1);
  expect(asked).toBe(1);
  page.unsubscribe();
  watch.unsubscribe();
});

it('counts a deal as on the device if it was created here or its checklist was pulled, even if empty', async () => {
  const here = await open('Birch', null);
  const [there, nowhere] = [newUuid(), newUuid()];
  await db.childLists.bulkPut(elementRows(there, []).lists);
  expect((await dealPage(db, here)).onDevice).toBe(true);
  expect((await dealPage(db, there)).onDevice).toBe(true);
  expect((await dealPage(db, nowhere)).onDevice).toBe(false);
});

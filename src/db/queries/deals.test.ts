import { beforeEach, expect, it } from 'vitest';
import { createTransaction } from '../commands/create-transaction.ts';
import { MirrorDatabase } from '../database.ts';
import { newUuid } from '../uuid.ts';
import { elementRows } from '../wire-rows.ts';
import { areDealsOnDevice, dealById, isDealOnDevice, listDeals } from './deals.ts';

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

it('shows the deal that closes next first, those without a date last, by name', async () => {
  await open('Zinc', null);
  await open('Birch', '2026-06-01');
  await open('Elm', '2026-02-28');
  await open('alder', null);
  await open('Ash', '2026-06-01');
  expect((await listDeals(db)).map(({ name }) => name)).toEqual(['Elm', 'Ash', 'Birch', 'alder', 'Zinc']);
});

it('shows no archived deal', async () => {
  const uuid = await open('Birch', null);
  await db.transactions.update(uuid, { archived: true });
  expect(await listDeals(db)).toEqual([]);
  expect((await dealById(db, uuid))?.name).toBe('Birch');
});

it('bears the name of the person who opened it, also before the server has answered', async () => {
  const uuid = await open('Birch', null);
  expect(await dealById(db, uuid)).toMatchObject({ createdBy: { uuid: db.userId }, modifiedBy: db.userId });
});

it('tells an empty list from one that has never been pulled', async () => {
  expect(await areDealsOnDevice(db)).toBe(false);
  const cursor = { etags: [], askedTick: 1, pulledAt: new Date(0).toISOString() };
  await db.cursors.put({ ...cursor, key: 'deal/elements', lane: 'deal', collection: 'elements' });
  expect(await areDealsOnDevice(db)).toBe(false);
  await db.cursors.put({
    ...cursor,
    key: 'account/transactions',
    lane: 'account',
    collection: 'transactions',
  });
  expect(await areDealsOnDevice(db)).toBe(true);
});

it('has a deal on the device that was made here or whose checklist was pulled, be it empty', async () => {
  const here = await open('Birch', null);
  const [there, nowhere] = [newUuid(), newUuid()];
  await db.childLists.bulkPut(elementRows(there, []).lists);
  expect(await isDealOnDevice(db, here)).toBe(true);
  expect(await isDealOnDevice(db, there)).toBe(true);
  expect(await isDealOnDevice(db, nowhere)).toBe(false);
});

import { beforeEach, expect, it } from 'vitest';
import { newTransactionRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { subscribeChanges } from '../../change-sets.ts';
import { MirrorDatabase } from '../../database.ts';
import { childListKey } from '../../outbox/draft.ts';
import { newUuid } from '../../uuid.ts';
import { createHeader } from './create-header.ts';
import { createItem } from './create-item.ts';

const deal = newTransactionRow('Project Alder');
const header = newUuid();
const last = newUuid();
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.transactions.put(deal);
  await createHeader(db, { transaction: deal.uuid, uuid: header, label: 'Tax', parent: TOP, after: null });
  await createHeader(db, { transaction: deal.uuid, uuid: last, label: 'Other', parent: TOP, after: header });
  return async () => db.delete();
});

async function under(parent: string): Promise<string[]> {
  return (await db.childLists.get(childListKey(deal.uuid, parent)))?.children ?? [];
}

it('a new item is in its place immediately, with a single edit', async () => {
  const [uuid, elementUuid] = [newUuid(), newUuid()];
  const seen: Promise<string[]>[] = [];
  const stop = subscribeChanges(db.userId, () => seen.push(under(header)));
  await createItem(db, {
    transaction: deal.uuid,
    uuid,
    elementUuid,
    name: 'Opinion',
    parent: header,
    after: null,
  });
  stop();
  expect(await Promise.all(seen)).toEqual([[elementUuid]]);
  expect(await under(TOP)).toEqual([header, last]);
  expect((await db.outbox.orderBy('seq').toArray()).map(({ name }) => name).slice(2)).toEqual([
    'item.create',
  ]);
});

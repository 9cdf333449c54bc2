import { beforeEach, expect, it } from 'vitest';
import { newTransactionRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/child-lists.ts';
import { hearChanges } from '../change-sets.ts';
import { MirrorDatabase } from '../database.ts';
import { childListKey } from '../draft.ts';
import { newUuid } from '../uuid.ts';
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

/** Adds an instrument; answers its element, and where that stood when the first screen heard of it. */
async function add(place?: { parent: string; after: string | null }) {
  const elementUuid = newUuid();
  const seen: Promise<boolean>[] = [];
  const stop = hearChanges(db.userId, () => {
    seen.push(under(place?.parent ?? TOP).then((children) => children.includes(elementUuid)));
  });
  await createItem(db, { transaction: deal.uuid, uuid: newUuid(), elementUuid, name: 'Opinion' }, place);
  stop();
  return { elementUuid, seenInPlace: await Promise.all(seen) };
}

async function edits(): Promise<string[]> {
  return (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name).slice(2);
}

it('stands in its place from the first moment, made and moved', async () => {
  const { elementUuid, seenInPlace } = await add({ parent: header, after: null });
  expect(seenInPlace).toEqual([true, true]);
  expect(await under(header)).toEqual([elementUuid]);
  expect(await under(TOP)).toEqual([header, last]);
  expect(await edits()).toEqual(['item.create', 'element.move']);
});

it('is not moved where it is to stand at the end', async () => {
  const { elementUuid } = await add({ parent: TOP, after: last });
  const { elementUuid: next } = await add();
  expect(await under(TOP)).toEqual([header, last, elementUuid, next]);
  expect(await edits()).toEqual(['item.create', 'item.create']);
});

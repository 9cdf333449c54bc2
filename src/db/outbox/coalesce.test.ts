import { beforeEach, describe, expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../commands/checklist/create-header.ts';
import { moveElements } from '../commands/checklist/move-elements.ts';
import { renameHeader } from '../commands/checklist/rename-header.ts';
import { MirrorDatabase } from '../database.ts';
import { newUuid } from '../uuid.ts';
import { elementRows } from '../wire-rows.ts';
import { updateRow } from '../commands/collections/standard-commands.ts';

const deal = newUuid();
const [a, b, c] = [newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;

/** A deal with three headers, as received from the server. */
beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const { elements, lists } = elementRows(
    deal,
    [a, b, c].map((uuid, order) => ({
      uuid,
      transaction: deal,
      item: null,
      task: null,
      label: uuid,
      order,
      parent_element: null,
      version: 7,
      modified_at: '2026-01-01T00:00:00.000Z',
      modified_by: null,
    })),
  );
  await db.elements.bulkPut(elements);
  await db.childLists.bulkPut(lists);
  return async () => db.delete();
});

async function rename(uuid: string, label: string) {
  await renameHeader(db, { transaction: deal, uuid, label });
}

async function move(ids: string[], parent: string, after: string | null) {
  await moveElements(db, { transaction: deal, ids, parent, after });
}

async function outbox() {
  return db.outbox.orderBy('seq').toArray();
}

describe('[PUSH6] unsent edits', () => {
  it('of one field are merged, in the place of the first and with the last value', async () => {
    await rename(a, 'First');
    const [first] = await outbox();
    await rename(b, 'Between');
    await rename(a, 'Second');
    expect(await outbox()).toMatchObject([
      { id: first?.id, seq: first?.seq, args: { uuid: a, label: 'Second' } },
      { args: { uuid: b } },
    ]);
    expect((await db.elements.get(a))?.label).toBe('Second');
    expect((await db.base.get(['elements', a]))?.row).toMatchObject({ label: a });
  });

  it('that were merged count as waiting since the first one', async () => {
    await rename(a, 'First');
    await db.outbox.toCollection().modify({ madeAt: '2026-01-01T00:00:00.000Z' });
    await rename(a, 'Second');
    expect(await outbox()).toMatchObject([{ args: { label: 'Second' }, madeAt: '2026-01-01T00:00:00.000Z' }]);
  });

  it('of different fields stay separate, because each may have its own conflict', async () => {
    await updateRow(db, 'items', { transaction: deal, uuid: c, edits: { name: 'Name' } });
    await updateRow(db, 'items', { transaction: deal, uuid: c, edits: { complete: true } });
    expect(await outbox()).toHaveLength(2);
  });

  it('keep the effect of an earlier move if a later one is impossible', async () => {
    await move([c], TOP, null);
    await move([c], c, null);
    expect(await outbox()).toMatchObject([{ args: { parent: TOP } }, { args: { parent: c } }]);
    expect((await db.childLists.toArray()).map(({ children }) => children)).toEqual([[c, a, b]]);
  });

  it('that move one element are merged', async () => {
    await move([c], a, null);
    await move([c], TOP, null);
    expect(await outbox()).toMatchObject([{ args: { ids: [c], parent: TOP, after: null } }]);
    expect((await db.childLists.get(`${deal}/${TOP}`))?.children).toEqual([c, a, b]);
    expect(await db.childLists.get(`${deal}/${a}`)).toBeUndefined();
  });

  it('keep a move that another placement depends on', async () => {
    await move([c], TOP, null);
    const uuid = newUuid();
    await createHeader(db, { transaction: deal, uuid, label: 'New', parent: TOP, after: c });
    await move([c], TOP, b);
    expect((await outbox()).map(({ name }) => name)).toEqual([
      'element.move',
      'header.create',
      'element.move',
    ]);
    expect((await db.childLists.get(`${deal}/${TOP}`))?.children).toEqual([uuid, a, b, c]);
  });

  it('that move several elements stay as they are', async () => {
    await move([b, c], a, null);
    await move([b, c], TOP, null);
    expect(await outbox()).toHaveLength(2);
  });

  it('based on different versions of the row stay separate', async () => {
    await rename(a, 'First');
    await db.elements.update(a, { version: 8 });
    await rename(a, 'Second');
    expect((await outbox()).map(({ baseVersion }) => baseVersion)).toEqual([7, 8]);
  });
});

it.each(['attempted', 'acked'] as const)('[PUSH6] an edit that is %s is never changed', async (state) => {
  await rename(a, 'First');
  await db.outbox.toCollection().modify({ state });
  await rename(a, 'Second');
  expect(await outbox()).toMatchObject([{ args: { label: 'First' } }, { args: { label: 'Second' } }]);
});

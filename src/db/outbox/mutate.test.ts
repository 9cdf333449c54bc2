import { beforeEach, describe, expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { subscribeChanges, subscribeWake, type AnnouncedSet } from '../change-sets.ts';
import { createHeader } from '../commands/checklist/create-header.ts';
import { deleteElements } from '../commands/checklist/delete-element.ts';
import { moveElements } from '../commands/checklist/move-elements.ts';
import { renameHeader, renameHeaderDefinition } from '../commands/checklist/rename-header.ts';
import { MirrorDatabase } from '../database.ts';
import { mutate } from './mutate.ts';
import { newTransactionRow } from '../../../tests/support/rows.ts';
import { archiveTransaction } from '../commands/transactions/archive-transaction.ts';
import { commitFailure } from '../commands/tray/commit-failure.ts';
import { retryRejected } from '../commands/tray/retry-rejected.ts';
import { ViewOnlyError } from './view-only.ts';
import { newUuid } from '../uuid.ts';
import { elementRows } from '../wire-rows.ts';

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
      label: `Header ${order + 1}`,
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

async function top(): Promise<string[] | undefined> {
  return (await db.childLists.get(`${deal}/${TOP}`))?.children;
}

async function base() {
  return (await db.base.toArray()).map(({ table, key, row }) => ({ table, key, row }));
}

describe('an edit', () => {
  it('[DISK1] is shown and in the outbox when the command resolves, with everything needed to send it', async () => {
    await renameHeader(db, { transaction: deal, uuid: a, label: 'Closing' });
    expect((await db.elements.get(a))?.label).toBe('Closing');
    expect(await db.outbox.toArray()).toMatchObject([
      {
        lane: deal,
        name: 'header.rename',
        format: 1,
        args: { transaction: deal, uuid: a, label: 'Closing' },
        state: 'pending',
        creates: [],
        refersTo: [a],
        touches: [a],
        baseVersion: 7,
      },
    ]);
    expect(
      (await db.outbox.toArray())[0]?.request,
      'the request is computed at the first send',
    ).toBeUndefined();
  });

  it('[FOLD2] keeps the last state from the server, once, however many edits follow', async () => {
    await renameHeader(db, { transaction: deal, uuid: a, label: 'First' });
    await renameHeader(db, { transaction: deal, uuid: a, label: 'Second' });
    expect(await base()).toMatchObject([{ table: 'elements', key: a, row: { label: 'Header 1' } }]);
    expect((await db.elements.get(a))?.label).toBe('Second');
  });

  it('records that a new row did not exist, and the previous list', async () => {
    const uuid = newUuid();
    await createHeader(db, { transaction: deal, uuid, label: 'New', parent: TOP, after: a });
    expect(await top()).toEqual([a, uuid, b, c]);
    expect(await base()).toMatchObject([
      { table: 'childLists', key: `${deal}/${TOP}`, row: { children: [a, b, c] } },
      { table: 'elements', key: uuid, row: null },
    ]);
  });

  it('changes the lists that a move leaves and enters, and no row', async () => {
    await moveElements(db, { transaction: deal, ids: [c], parent: a, after: null });
    expect(await top()).toEqual([a, b]);
    expect((await db.childLists.get(`${deal}/${a}`))?.children).toEqual([c]);
    expect((await base()).filter(({ table }) => table === 'childLists')).toMatchObject(
      [
        { key: `${deal}/${a}`, row: null },
        { key: `${deal}/${TOP}`, row: { children: [a, b, c] } },
      ].toSorted((x, y) => (x.key < y.key ? -1 : 1)),
    );
  });

  it('moves a deleted header’s children to its place, in their order', async () => {
    await moveElements(db, { transaction: deal, ids: [b, c], parent: a, after: null });
    await deleteElements(db, { transaction: deal, uuids: [a] });
    expect(await top()).toEqual([b, c]);
    expect(await db.childLists.get(`${deal}/${a}`)).toBeUndefined();
    expect(await db.elements.get(a)).toBeUndefined();
  });

  it('is sent in the order of creation', async () => {
    for (const uuid of [c, a, b]) await renameHeader(db, { transaction: deal, uuid, label: 'x' });
    const rows = await db.outbox.orderBy('seq').toArray();
    expect(rows.map((row) => row.args)).toMatchObject([{ uuid: c }, { uuid: a }, { uuid: b }]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(3);
  });

  it('[DISK1] leaves no trace on the screen or in the outbox if it fails', async () => {
    const broken: typeof renameHeaderDefinition = {
      ...renameHeaderDefinition,
      apply(draft, args) {
        draft.remove('elements', args.uuid);
        throw new Error('broken');
      },
    };
    await expect(mutate(db, broken, { transaction: deal, uuid: a, label: 'x' })).rejects.toThrow('broken');
    expect((await db.elements.get(a))?.label).toBe('Header 1');
    expect(await db.outbox.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
  });

  it('of a deleted row is kept and sent, and does not recreate the row', async () => {
    await renameHeader(db, { transaction: deal, uuid: newUuid(), label: 'Closing' });
    expect(await db.elements.count()).toBe(3);
    expect(await db.outbox.toArray()).toMatchObject([{ name: 'header.rename' }]);
    expect((await db.outbox.toArray())[0]?.baseVersion).toBeUndefined();
  });
});

describe('the change sets', () => {
  it('number a deal’s commits without gaps, for each deal separately, after the commit', async () => {
    const heard: AnnouncedSet[] = [];
    const stop = subscribeChanges(db.userId, (set) => heard.push(set));
    const elsewhere = newUuid();
    await renameHeader(db, { transaction: deal, uuid: a, label: '1' });
    await createHeader(db, { transaction: elsewhere, uuid: newUuid(), label: '2', parent: TOP, after: null });
    await renameHeader(db, { transaction: deal, uuid: a, label: '3' });
    stop();
    await renameHeader(db, { transaction: deal, uuid: a, label: 'no longer received' });
    expect(heard.map(({ lane, seq }) => [lane, seq])).toEqual([
      [deal, 1],
      [elsewhere, 1],
      [deal, 2],
    ]);
    expect(heard[2]?.changes).toMatchObject([{ table: 'elements', key: a, row: { label: '3' } }]);
  });

  it('reach listeners for the user’s own edits only, and each one wakes the worker', async () => {
    const heard: AnnouncedSet[] = [];
    let woken = 0;
    const stops = [
      subscribeChanges(newUuid(), (set) => heard.push(set)),
      subscribeWake(db.userId, () => {
        woken += 1;
      }),
    ];
    await renameHeader(db, { transaction: deal, uuid: a, label: '1' });
    for (const stop of stops) stop();
    expect(heard).toEqual([]);
    expect(woken).toBe(1);
  });

  it('reach a listener in another context', async () => {
    const channel = new BroadcastChannel(`counterpart-${db.userId}`);
    const message = new Promise<unknown>((resolve) => {
      channel.addEventListener('message', (event: MessageEvent) => resolve(event.data), { once: true });
    });
    await renameHeader(db, { transaction: deal, uuid: a, label: '1' });
    expect(await message).toMatchObject({ kind: 'changes', set: { lane: deal, seq: 1 } });
    channel.close();
  });
});

describe('[AUTH13] in a deal that the user may only view', () => {
  beforeEach(async () => {
    await db.transactions.put({ ...newTransactionRow('Project Larch'), uuid: deal, access: 'view' });
  });

  it('an edit is refused with an explanation, and is neither shown nor stored', async () => {
    const edit = renameHeader(db, { transaction: deal, uuid: a, label: 'Closing' });
    await expect(edit).rejects.toThrow(ViewOnlyError);
    await edit.catch((error: unknown) =>
      expect(commitFailure(error)).toBe('You can view this transaction, but you can’t change it.'),
    );
    expect((await db.elements.get(a))?.label).toBe('Header 1');
    expect(await db.outbox.count()).toBe(0);
  });

  it('the user can archive it for themselves', async () => {
    await archiveTransaction(db, { uuid: deal, archived: true });
    expect(await db.outbox.count()).toBe(1);
  });

  it('a rejected edit stays in the tray when it is retried', async () => {
    const refused = { name: 'header.rename', madeAt: '', rejectedAt: '', code: 'not_allowed', reason: 'No.' };
    const id = newUuid();
    const args = { transaction: deal, uuid: a, label: 'Closing' };
    await db.rejected.put({ ...refused, id, lane: deal, args });
    await expect(retryRejected(db, id)).rejects.toThrow(ViewOnlyError);
    expect(await db.rejected.count()).toBe(1);
    expect(await db.outbox.count()).toBe(0);
  });
});

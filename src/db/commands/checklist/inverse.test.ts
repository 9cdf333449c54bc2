import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { childListKey } from '../../outbox/draft.ts';
import type { Step } from '../../outbox/command.ts';
import { MirrorDatabase } from '../../database.ts';
import { runSteps, ChangedSinceError } from '../../outbox/mutate.ts';
import { DEAL_TABLES } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { createHeader } from './create-header.ts';
import { createItem } from './create-item.ts';
import { createTask } from './create-task.ts';
import { deleteElements } from './delete-element.ts';
import { moveElements } from './move-elements.ts';
import { newElementRow, newItemRow } from './new-rows.ts';
import { renameHeader } from './rename-header.ts';
import { updateTask } from './update-task.ts';
import { createRow, deleteRow, moveRow, updateRow } from '../collections/standard-commands.ts';

const transaction = newUuid();
const [H, I, S, x, y, T, deed, task] = Array.from({ length: 8 }, newUuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const [client, issuer] = [newUuid(), newUuid()];
const file = newDocumentRow(transaction);
const stamp = { userId: newUuid(), madeAt: '2026-01-01T00:00:00.000Z' };
let db: MirrorDatabase;

/**
 * A header `H` with the documents `I`, which has a file and the attachments `x` and `y`, and `S`; then the task `T`.
 * Two fields.
 */
beforeEach(async () => {
  // A task has the time when it was completed.
  vi.useFakeTimers({ toFake: ['Date'] });
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const { madeAt: modifiedAt, userId: modifiedBy } = stamp;
  const told = { transaction, version: 1, modifiedAt, modifiedBy };
  const items = new Map(
    [I, S, x, y].map((elementUuid) => [elementUuid, elementUuid === I ? deed : newUuid()]),
  );
  await db.items.bulkPut(
    [...items.values()].map((uuid) =>
      newItemRow({ uuid, transaction, name: `Item ${uuid}` }, uuid === deed ? file : null, stamp),
    ),
  );
  await db.documents.put(file);
  await db.tasks.put({
    ...told,
    uuid: task,
    name: 'Wire',
    description: '',
    isComplete: false,
    completedAt: null,
    completedBy: null,
    assignee: null,
    dueDate: null,
    createdAt: modifiedAt,
  });
  await db.elements.bulkPut([
    newElementRow({ elementUuid: H, transaction }, { label: 'Corporate' }, stamp),
    ...[...items].map(([elementUuid, item]) => newElementRow({ elementUuid, transaction }, { item }, stamp)),
    newElementRow({ elementUuid: T, transaction }, { task }, stamp),
  ]);
  const lists: [string, string[]][] = [
    [TOP, [H, T]],
    [H, [I, S]],
    [I, [x, y]],
  ];
  await db.childLists.bulkPut(
    lists.map(([parent, children]) => ({
      key: childListKey(transaction, parent),
      transaction,
      parent,
      children,
    })),
  );
  await db.customKeys.bulkPut(
    [client, issuer].map((uuid, order) => ({
      ...told,
      uuid,
      key: order === 0 ? 'Client' : 'Issuer',
      order,
      createdAt: modifiedAt,
    })),
  );
  return async () => {
    vi.useRealTimers();
    await db.delete();
  };
});

/** Returns everything about the deal that the screens show. */
async function shown() {
  const tables = DEAL_TABLES.map(async (table) => {
    const rows: { key?: string; uuid?: string; children?: string[] }[] = await db.table(table).toArray();
    // An empty list may remain after its last child is gone.
    return [table, rows.filter(({ children }) => children?.length !== 0)];
  });
  return Object.fromEntries(await Promise.all(tables));
}

const acts: [string, () => Promise<Step[]>][] = [
  [
    'a header that was added',
    () => createHeader(db, { transaction, uuid: newUuid(), label: 'Closing', parent: H, after: I }),
  ],
  [
    'an instrument that was added',
    () =>
      createItem(db, {
        transaction,
        uuid: newUuid(),
        elementUuid: newUuid(),
        name: 'Bylaws',
        parent: H,
        after: null,
      }),
  ],
  [
    'a task that was added',
    () =>
      createTask(db, {
        transaction,
        uuid: newUuid(),
        elementUuid: newUuid(),
        name: 'Call',
        parent: TOP,
        after: T,
      }),
  ],
  ['a header that was renamed', () => renameHeader(db, { transaction, uuid: H, label: 'Company' })],
  [
    'an instrument that was renamed and checked off',
    () => updateRow(db, 'items', { transaction, uuid: deed, edits: { name: 'Deed', complete: true } }),
  ],
  [
    'a task that was done',
    () => updateTask(db, { transaction, uuid: task, edits: { isComplete: true, dueDate: '2026-12-01' } }),
  ],
  [
    'a header that was deleted, whose children had moved up',
    () => deleteElements(db, { transaction, uuids: [H] }),
  ],
  [
    'an instrument that was deleted, with its file and attachments',
    () => deleteElements(db, { transaction, uuids: [I] }),
  ],
  ['a task that was deleted', () => deleteElements(db, { transaction, uuids: [T] })],
  [
    'a branch that was deleted from the top down',
    () => deleteElements(db, { transaction, uuids: [H, I, x, y, S] }),
  ],
  [
    'a branch that was deleted from the bottom up',
    () => deleteElements(db, { transaction, uuids: [y, x, S, I, H, T] }),
  ],
  ['a move within a parent', () => moveElements(db, { transaction, ids: [S], parent: H, after: null })],
  [
    'a move of several out of several parents',
    () => moveElements(db, { transaction, ids: [x, S, y, T], parent: TOP, after: null }),
  ],
  ['a move of a branch', () => moveElements(db, { transaction, ids: [H], parent: TOP, after: T })],
  [
    'a field that was added',
    () => createRow(db, 'customKeys', { transaction, uuid: newUuid(), key: 'Notary' }),
  ],
  [
    'a field that was renamed',
    () => updateRow(db, 'customKeys', { transaction, uuid: client, edits: { key: 'Purchaser' } }),
  ],
  ['a field that was moved', () => moveRow(db, 'customKeys', { transaction, uuid: client, after: issuer })],
  ['a field that was deleted', () => deleteRow(db, 'customKeys', { transaction, uuid: issuer })],
];

describe('[UNDO1] undo and redo restore every row:', () => {
  it.for(acts)('%s', async ([, act]) => {
    const before = await shown();
    const undo = await act();
    const after = await shown();
    expect(after).not.toEqual(before);
    const redo = await runSteps(db, undo);
    expect(await shown()).toEqual(before);
    const undoAgain = await runSteps(db, redo);
    expect(await shown()).toEqual(after);
    await runSteps(db, undoAgain);
    expect(await shown()).toEqual(before);
  });
});

/** Another user's order of two lists. */
async function putList(parent: string, children: string[], other: [string, string[]]): Promise<void> {
  for (const [key, ids] of [[parent, children] as const, other])
    await db.childLists.put({ key: childListKey(transaction, key), transaction, parent: key, children: ids });
}

describe('[UNDO2] undo doesn’t overwrite what somebody else has changed since:', () => {
  const added = { uuid: newUuid(), elementUuid: newUuid() };
  const since: [string, () => Promise<Step[]>, () => Promise<unknown>][] = [
    [
      'another name',
      () => renameHeader(db, { transaction, uuid: H, label: 'Mine' }),
      () => db.elements.update(H, { label: 'Theirs' }),
    ],
    [
      'another date',
      () => updateTask(db, { transaction, uuid: task, edits: { dueDate: '2026-12-01' } }),
      () => db.tasks.update(task, { dueDate: '2026-12-24' }),
    ],
    [
      'deleted',
      () => updateRow(db, 'items', { transaction, uuid: deed, edits: { complete: true } }),
      () => db.items.delete(deed),
    ],
    [
      'the added row is gone',
      () =>
        createHeader(db, {
          transaction,
          uuid: x.replace(/^./, '0'),
          label: 'Mine',
          parent: TOP,
          after: null,
        }),
      () => db.elements.delete(x.replace(/^./, '0')),
    ],
    [
      'somebody has edited the added row',
      () => createItem(db, { transaction, ...added, name: 'Bylaws', parent: H, after: null }),
      () => db.items.update(added.uuid, { description: 'Restated in May' }),
    ],
    [
      'the moved row was moved again',
      () => moveElements(db, { transaction, ids: [S], parent: TOP, after: null }),
      () => putList(I, [x, y, S], [TOP, [H, T]]),
    ],
    [
      'somebody has restored the deleted row',
      () => deleteElements(db, { transaction, uuids: [T] }),
      () => db.elements.put(newElementRow({ elementUuid: T, transaction }, { task }, stamp)),
    ],
    [
      'a child of the deleted header was moved elsewhere',
      () => deleteElements(db, { transaction, uuids: [H] }),
      () => putList(I, [x, y, S], [TOP, [I, T]]),
    ],
  ];
  it.for(since)('%s', async ([, act, change]) => {
    const undo = await act();
    await change();
    const [before, edits] = [await shown(), await db.outbox.count()];
    await expect(runSteps(db, undo)).rejects.toThrow(ChangedSinceError);
    expect(await shown()).toEqual(before);
    expect(await db.outbox.count()).toBe(edits);
  });

  it('reopening a task that somebody else completed can’t be undone', async () => {
    await db.tasks.update(task, { isComplete: true, completedBy: newUuid(), completedAt: stamp.madeAt });
    expect(await updateTask(db, { transaction, uuid: task, edits: { isComplete: false } })).toEqual([]);
  });

  it('reopening a task and completing it again sends both edits, even if neither was sent before', async () => {
    await db.tasks.update(task, { isComplete: true, completedBy: db.userId, completedAt: stamp.madeAt });
    await runSteps(db, await updateTask(db, { transaction, uuid: task, edits: { isComplete: false } }));
    // As one edit, they would change nothing on the server, but would show a different time on this device.
    expect(await db.outbox.toArray()).toMatchObject([
      { args: { edits: { isComplete: false } } },
      { args: { edits: { isComplete: true } } },
    ]);
  });

  it('a change to another field does not prevent undo', async () => {
    const undo = await updateTask(db, { transaction, uuid: task, edits: { name: 'Wire the funds' } });
    await db.tasks.update(task, { dueDate: '2026-12-24' });
    await runSteps(db, undo);
    expect(await db.tasks.get(task)).toMatchObject({ name: 'Wire', dueDate: '2026-12-24' });
  });
});

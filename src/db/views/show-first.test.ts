import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { announceChanges, numberChanges } from '../change-sets.ts';
import { createItem } from '../commands/checklist/create-item.ts';
import { deleteElements } from '../commands/checklist/delete-element.ts';
import { moveElements } from '../commands/checklist/move-elements.ts';
import { renameHeader } from '../commands/checklist/rename-header.ts';
import { undoSteps } from '../commands/tray/undo-steps.ts';
import { MirrorDatabase } from '../database.ts';
import type { ElementRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';
import type { ChecklistSnapshot } from './checklist-snapshot.ts';
import { openChecklistView, type ChecklistView } from './checklist-view.ts';
import { subscribeUncommitted, uncommittedEdits } from './uncommitted-edits.ts';
import { createRow } from '../commands/collections/standard-commands.ts';

const transaction = newUuid();
const [a, b, c] = [newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;
let view: ChecklistView;
/** Returns every snapshot that a screen would have painted. */
let painted: ChecklistSnapshot[] = [];

function header(uuid: string, label: string): ElementRow {
  const at = '2026-01-01T00:00:00.000Z';
  return { uuid, transaction, item: null, task: null, label, version: 1, modifiedAt: at, modifiedBy: null };
}

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.elements.bulkPut([header(a, 'A'), header(b, 'B'), header(c, 'C')]);
  await db.childLists.put({
    key: `${transaction}/${TOP}`,
    transaction,
    parent: TOP,
    children: [a, b, c],
  });
  view = openChecklistView(db, transaction);
  await expect.poll(() => view.getSnapshot().state).toBe('ready');
  painted = [];
  view.subscribe(() => painted.push(view.getSnapshot()));
  return async () => {
    vi.restoreAllMocks();
    view.close();
    await db.delete();
  };
});

const top = () => view.getSnapshot().lists.get(TOP);
const entry = (uuid: string) => view.getSnapshot().entries.get(uuid);
const rename = async (uuid: string, label: string) => renameHeader(db, { transaction, uuid, label });
const toFront = async (uuid: string) =>
  moveElements(db, { transaction, ids: [uuid], parent: TOP, after: null });

/** Makes the disk full for the next edit. */
function fillDisk(): void {
  const full = new DOMException('The disk is full.', 'QuotaExceededError');
  vi.spyOn(db.outbox, 'add').mockRejectedValueOnce(full);
}

/** Renames a header in another tab, which is announced in a second step. */
async function renamedElsewhere(uuid: string, label: string) {
  const row = header(uuid, label);
  const set = await db.transaction('rw', db.elements, db.meta, async () => {
    await db.elements.put(row);
    return numberChanges(db, transaction, [{ table: 'elements', key: uuid, row }]);
  });
  return () => announceChanges(db.userId, [set]);
}

describe('[SHOW1] an edit of this tab', () => {
  it('shows in the task that makes it, before it is on the disk', async () => {
    const renaming = rename(a, 'Closing');
    expect(entry(a)?.name).toBe('Closing');
    const moving = toFront(c);
    expect(top()).toEqual([c, a, b]);
    expect(await db.elements.get(a), 'nothing has been committed yet').toMatchObject({ label: 'A' });
    await Promise.all([renaming, moving]);
    expect(await db.elements.get(a)).toMatchObject({ label: 'Closing' });
    expect([entry(a)?.name, top()]).toEqual(['Closing', [c, a, b]]);
  });

  it('is painted once, and not again by its commit', async () => {
    await toFront(c);
    await rename(a, 'Closing');
    await expect.poll(async () => db.outbox.count()).toBe(2);
    expect(painted.map(({ entries }) => entries.get(a)?.name)).toEqual(['A', 'Closing']);
  });

  it('can be a new row, a deletion, or an undo', async () => {
    const [uuid, elementUuid] = [newUuid(), newUuid()];
    const placed = { transaction, uuid, elementUuid, name: 'Bylaws', parent: b, after: null };
    const creating = createItem(db, placed);
    expect(entry(elementUuid)).toMatchObject({ kind: 'item', name: 'Bylaws' });
    expect(view.getSnapshot().lists.get(b)).toEqual([elementUuid]);
    await creating;
    const steps = await deleteElements(db, { transaction, uuids: [b] });
    expect(top()).toEqual([a, elementUuid, c]);
    const undoing = undoSteps(db, steps);
    expect(top()).toEqual([a, b, c]);
    expect(view.getSnapshot().lists.get(b)).toEqual([elementUuid]);
    expect(await undoing).not.toBeNull();
  });

  it('is never shown if it undoes something that has changed since', async () => {
    const steps = await rename(a, 'Closing');
    await rename(a, 'Signing');
    painted = [];
    expect(await undoSteps(db, steps)).toBeNull();
    expect(painted.map(({ entries }) => entries.get(a)?.name)).not.toContain('A');
    expect(entry(a)?.name).toBe('Signing');
  });

  it('outside the checklist leaves the checklist unchanged', async () => {
    const before = view.getSnapshot();
    await createRow(db, 'notes', { transaction, uuid: newUuid(), element: a, note: 'Call the notary' });
    expect(painted.filter(({ lists, entries }) => lists !== before.lists || entries.size !== 3)).toEqual([]);
  });

  it('is committed even if the view can’t show it', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue();
    view.subscribe(() => {
      throw new Error('The screen is broken.');
    });
    await rename(a, 'Closing');
    expect(await db.elements.get(a)).toMatchObject({ label: 'Closing' });
    expect(complaint).toHaveBeenCalled();
  });
});

describe('[SHOW2] edits that are not committed yet', () => {
  it('build on each other, in the order of creation', async () => {
    const making = [rename(a, 'Closing'), toFront(b), rename(a, 'Signing'), toFront(c)];
    expect([entry(a)?.name, top()]).toEqual(['Signing', [c, b, a]]);
    await Promise.all(making);
    expect([entry(a)?.name, top()]).toEqual(['Signing', [c, b, a]]);
    expect(await db.childLists.get(`${transaction}/${TOP}`)).toMatchObject({ children: [c, b, a] });
    const names = painted.map(({ entries }) => entries.get(a)?.name);
    expect(names.lastIndexOf('Closing'), 'no commit brings an earlier state back').toBeLessThan(
      names.indexOf('Signing'),
    );
  });

  it('apply on top of another tab’s commits, and hide nothing else of them', async () => {
    const theirs = renamedElsewhere(b, 'Theirs');
    const ours = rename(a, 'Ours');
    (await theirs)();
    expect([entry(a)?.name, entry(b)?.name]).toEqual(['Ours', 'Theirs']);
    await ours;
    expect([entry(a)?.name, entry(b)?.name]).toEqual(['Ours', 'Theirs']);
  });

  it('stay on the screen after their commit, until its rows arrive', async () => {
    // Not announced, so ours leaves a gap and the deal is read again.
    await renamedElsewhere(b, 'Theirs');
    await toFront(c);
    await view.current();
    expect([top(), entry(b)?.name]).toEqual([[c, a, b], 'Theirs']);
    expect(painted.map(({ lists }) => lists.get(TOP)?.[0])).not.toContain(a);
  });
});

describe('[SHOW3] an edit whose commit fails', () => {
  it('disappears from the screen, and its command rejects', async () => {
    fillDisk();
    const renaming = rename(a, 'Closing');
    expect(entry(a)?.name).toBe('Closing');
    await expect(renaming).rejects.toThrow('full');
    expect(entry(a)).toMatchObject({ name: 'A', unsaved: false });
    expect(await db.elements.get(a)).toMatchObject({ label: 'A' });
  });

  it('affects no other edit', async () => {
    fillDisk();
    const failing = toFront(b);
    const moving = toFront(c);
    const renaming = rename(a, 'Closing');
    expect(top()).toEqual([c, b, a]);
    await expect(failing).rejects.toThrow('full');
    await Promise.all([moving, renaming]);
    expect([entry(a)?.name, top()]).toEqual(['Closing', [c, a, b]]);
  });

  it('keeps what another tab committed in the meantime', async () => {
    const theirs = renamedElsewhere(a, 'Theirs');
    fillDisk();
    const ours = rename(a, 'Ours');
    (await theirs)();
    expect(entry(a)?.name).toBe('Ours');
    await expect(ours).rejects.toThrow('full');
    expect(entry(a)?.name).toBe('Theirs');
  });

  it('also fails if the database is closed', async () => {
    db.close({ disableAutoOpen: true });
    const renaming = rename(a, 'Closing');
    expect(entry(a)?.name).toBe('Closing');
    await expect(renaming).rejects.toThrow('Database has been closed');
    expect(entry(a)?.name).toBe('A');
  });
});

describe('[SHOW4] nothing counts as saved before the commit', () => {
  it('the row is marked as unsaved from its first paint until the server has it', async () => {
    await rename(a, 'Closing');
    await expect.poll(async () => db.outbox.count()).toBe(1);
    await db.outbox.toCollection().modify({ state: 'acked' });
    await expect.poll(() => entry(a)?.unsaved).toBe(false);
    const states = painted.map(({ entries }) => entries.get(a));
    expect(states.map((each) => each?.unsaved)).toEqual([true, false]);
    expect(states.map((each) => each?.name)).toEqual(['Closing', 'Closing']);
  });

  it('a tab’s edits are counted from the moment they show until they are committed or have failed', async () => {
    const counts: number[] = [];
    const stop = subscribeUncommitted(db, () => counts.push(uncommittedEdits(db)));
    fillDisk();
    const failing = rename(b, 'Too much');
    const renaming = rename(a, 'Closing');
    expect(uncommittedEdits(db)).toBe(2);
    await expect(failing).rejects.toThrow('full');
    expect(uncommittedEdits(db)).toBe(1);
    await renaming;
    expect(uncommittedEdits(db)).toBe(0);
    stop();
    expect(counts).toEqual([1, 2, 1, 0]);
  });
});

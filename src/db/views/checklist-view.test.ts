import { forceCloseDatabase } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { announceChanges, changeSeq, numberChanges } from '../change-sets.ts';
import { createHeader } from '../commands/checklist/create-header.ts';
import { createItem } from '../commands/checklist/create-item.ts';
import { deleteElements } from '../commands/checklist/delete-element.ts';
import { moveElements } from '../commands/checklist/move-elements.ts';
import { renameHeader } from '../commands/checklist/rename-header.ts';
import { undoSteps } from '../commands/tray/undo-steps.ts';
import { MirrorDatabase } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import type { DocumentRow, ElementRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';
import { isMissing } from './checklist-snapshot.ts';
import { openChecklistView, type ChecklistView } from './checklist-view.ts';
import { updateRow } from '../commands/collections/standard-commands.ts';

const deal = newUuid();
const transaction = deal;
const [a, b, c] = [newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;
let view: ChecklistView;
let painted = 0;

function header(uuid: string, label: string): ElementRow {
  const at = '2026-01-01T00:00:00.000Z';
  return { uuid, transaction, item: null, task: null, label, version: 1, modifiedAt: at, modifiedBy: null };
}

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.elements.bulkPut([header(a, 'A'), header(b, 'B'), header(c, 'C')]);
  await db.childLists.put({ key: `${deal}/${TOP}`, transaction, parent: TOP, children: [a, b, c] });
  view = openChecklistView(db, deal);
  painted = 0;
  view.subscribe(() => {
    painted += 1;
  });
  expect(view.getSnapshot().state).toBe('loading');
  await expect.poll(() => view.getSnapshot().state).toBe('ready');
  return async () => {
    view.close();
    await db.delete();
  };
});

/** The deal has been pulled up to this version. */
async function pulled(version: number): Promise<void> {
  const [key, pulledAt] = [`${deal}/changes`, '2026-01-01T00:00:00.000Z'];
  await db.cursors.put({ key, lane: deal, collection: 'changes', version, askedTick: version, pulledAt });
}

const top = () => view.getSnapshot().lists.get(TOP);
const entry = (uuid: string) => view.getSnapshot().entries.get(uuid);

describe('the checklist on the screen', () => {
  it('shows an edit when its command resolves, without reading the deal again', async () => {
    const reads = vi.spyOn(db.elements, 'where');
    await moveElements(db, { transaction, ids: [c], parent: TOP, after: null });
    expect(top()).toEqual([c, a, b]);
    await renameHeader(db, { transaction, uuid: a, label: 'Closing' });
    expect(entry(a)?.name).toBe('Closing');
    expect(reads).not.toHaveBeenCalled();
  });

  it('keeps entries that did not change, so that their rows are not painted again', async () => {
    const before = view.getSnapshot();
    await renameHeader(db, { transaction, uuid: a, label: 'Closing' });
    const after = view.getSnapshot();
    expect(after).not.toBe(before);
    expect(after.lists).toBe(before.lists);
    expect(after.entries.get(b)).toBe(before.entries.get(b));
    expect(after.entries.get(a)).not.toBe(before.entries.get(a));
    expect(before.entries.get(a)?.name, 'an earlier snapshot stays as it was').toBe('A');
  });

  it('keeps all entries if rows only changed places', async () => {
    await moveElements(db, { transaction, ids: [c], parent: TOP, after: null });
    await expect.poll(() => entry(c)?.unsaved).toBe(true);
    const before = view.getSnapshot();
    await moveElements(db, { transaction, ids: [c], parent: TOP, after: b });
    expect(top()).toEqual([a, b, c]);
    expect(view.getSnapshot().entries).toBe(before.entries);
  });

  it('keeps the snapshot between changes, as React requires', () => {
    expect(view.getSnapshot()).toBe(view.getSnapshot());
  });

  it('marks a place whose item or task is gone as missing, and lets the user move, delete and restore it', async () => {
    const [lost, undone] = [newUuid(), newUuid()];
    await db.elements.bulkPut([
      { ...header(lost, ''), item: newUuid(), label: null },
      { ...header(undone, ''), task: newUuid(), label: null },
    ]);
    await db.childLists.update(`${deal}/${TOP}`, { children: [a, lost, undone] });
    await pulled(1);
    view.close();
    view = openChecklistView(db, deal);
    await expect.poll(() => view.getSnapshot().state).toBe('ready');
    await expect.poll(() => entry(lost)?.coming).toBe(false);
    const shown = [lost, undone].map((uuid) => entry(uuid));
    expect(shown).toMatchObject([
      { kind: 'item', name: 'Missing document', item: null },
      { kind: 'task', name: 'Missing task', task: null },
    ]);
    expect(shown.map((each) => each && isMissing(each))).toEqual([true, true]);
    await moveElements(db, { transaction, ids: [lost], parent: a, after: null });
    expect(view.getSnapshot().lists.get(a)).toEqual([lost]);
    const steps = await deleteElements(db, { transaction, uuids: [lost, undone] });
    expect([entry(lost), entry(undone)]).toEqual([undefined, undefined]);
    expect(await undoSteps(db, steps)).not.toBeNull();
    expect(view.getSnapshot().lists.get(a)).toEqual([lost]);
  });

  it('says that a document is loading until the deal has been pulled up to the version of its place', async () => {
    const [late, later] = [newUuid(), newUuid()];
    const place = (uuid: string, version: number) => ({
      ...header(uuid, ''),
      item: newUuid(),
      label: null,
      version,
    });
    await db.elements.bulkPut([place(late, 5), place(later, 7)]);
    await pulled(3);
    view.close();
    view = openChecklistView(db, deal);
    await expect.poll(() => view.getSnapshot().state).toBe('ready');
    const coming = { kind: 'item', name: 'Loading document', coming: true };
    const missing = { kind: 'item', name: 'Missing document', coming: false };
    expect([entry(late), entry(later)]).toMatchObject([coming, coming]);
    const untouched = entry(a);
    await pulled(5);
    await expect.poll(() => entry(late)).toMatchObject(missing);
    expect(entry(later), 'it may still arrive').toMatchObject(coming);
    expect(entry(a), 'no other row is painted again').toBe(untouched);
    await pulled(7);
    await expect.poll(() => entry(later)).toMatchObject(missing);
  });

  it('shows an item with its name, and removes it', async () => {
    const [uuid, elementUuid] = [newUuid(), newUuid()];
    await createItem(db, { transaction, uuid, elementUuid, name: 'Bylaws', parent: TOP, after: null });
    await updateRow(db, 'items', { transaction, uuid, edits: { complete: true } });
    expect(entry(elementUuid)).toMatchObject({ kind: 'item', name: 'Bylaws', item: { complete: true } });
    await deleteElements(db, { transaction, uuids: [elementUuid] });
    expect(entry(elementUuid)).toBeUndefined();
    expect(top()).toEqual([a, b, c]);
  });

  it('marks rows that the server doesn’t have yet', async () => {
    await renameHeader(db, { transaction, uuid: a, label: 'Closing' });
    await expect.poll(() => entry(a)?.unsaved).toBe(true);
    expect(entry(b)?.unsaved).toBe(false);
    const untouched = entry(b);
    await db.outbox.toCollection().modify({ state: 'acked' });
    await expect.poll(() => entry(a)?.unsaved).toBe(false);
    expect(entry(b)).toBe(untouched);
  });

  it('[FOLD6] marks what an edit moved, but none of its neighbors', async () => {
    await moveElements(db, { transaction, ids: [c], parent: b, after: null });
    await moveElements(db, { transaction, ids: [c], parent: TOP, after: a });
    await expect.poll(() => entry(c)?.unsaved).toBe(true);
    expect([a, b].map((uuid) => entry(uuid)?.unsaved)).toEqual([false, false]);
  });

  it('[FOLD6] marks the place of an item whose own name or check mark is not saved yet', async () => {
    const [uuid, elementUuid] = [newUuid(), newUuid()];
    await createItem(db, { transaction, uuid, elementUuid, name: 'Bylaws', parent: TOP, after: null });
    await db.outbox.clear();
    await expect.poll(() => entry(elementUuid)?.unsaved).toBe(false);
    await updateRow(db, 'items', { transaction, uuid, edits: { complete: true } });
    await expect.poll(() => entry(elementUuid)?.unsaved).toBe(true);
    expect(entry(a)?.unsaved).toBe(false);
    await db.outbox.toCollection().modify({ state: 'acked' });
    await expect.poll(() => entry(elementUuid)?.unsaved).toBe(false);
  });

  it('is not painted for another deal’s edits', async () => {
    const before = view.getSnapshot();
    const other = newUuid();
    await createHeader(db, { transaction: other, uuid: newUuid(), label: 'x', parent: TOP, after: null });
    expect(view.getSnapshot()).toBe(before);
  });
});

describe('a large checklist', () => {
  const large = newUuid();
  const elsewhere: string[] = [];
  /** Ids that alternate with those of another deal, so that the two deals' rows are interleaved. */
  const makeIds = (length: number) =>
    Array.from({ length }, () => {
      elsewhere.push(newUuid(), newUuid());
      return newUuid();
    });
  const parents = makeIds(60);
  const children = new Map(parents.map((uuid) => [uuid, makeIds(9)]));

  beforeEach(async () => {
    const rows = [...parents, ...[...children.values()].flat()].map((uuid) => header(uuid, uuid));
    await db.elements.bulkPut(rows.map((row) => ({ ...row, transaction: large })));
    await db.elements.bulkPut(elsewhere.map((uuid) => header(uuid, 'Elsewhere')));
    const lists = [[TOP, parents] as const, ...children];
    await db.childLists.bulkPut(
      lists.map(([parent, ids]) => ({
        key: `${large}/${parent}`,
        transaction: large,
        parent,
        children: ids,
      })),
    );
  });

  it('shows the first rows in reading order, then all of them and nothing else', async () => {
    const shown = openChecklistView(db, large);
    const seen: { state: string; entries: string[] }[] = [];
    shown.subscribe(() => {
      const { state, entries } = shown.getSnapshot();
      seen.push({ state, entries: [...entries.keys()] });
    });
    await expect.poll(() => shown.getSnapshot().state).toBe('ready');
    const inOrder = parents.flatMap((uuid) => [uuid, ...(children.get(uuid) ?? [])]);
    const [begun] = seen;
    expect(begun?.state).toBe('begun');
    expect(begun?.entries).toEqual(inOrder.slice(0, begun?.entries.length));
    expect(begun?.entries.length).toBeGreaterThan(40);
    expect(begun?.entries.length).toBeLessThan(inOrder.length);
    expect([...shown.getSnapshot().entries.keys()].toSorted()).toEqual(inOrder.toSorted());
    shown.close();
  });

  it('shows an edit made while it is being read, once everything is read', async () => {
    const shown = openChecklistView(db, large);
    await new Promise<void>((resolve) => void shown.subscribe(resolve));
    expect(shown.getSnapshot().state).toBe('begun');
    const last = parents.at(-1) ?? '';
    await moveElements(db, { transaction: large, ids: [last], parent: TOP, after: null });
    const { state, lists } = await shown.current();
    expect(state).toBe('ready');
    expect(lists.get(TOP)?.[0]).toBe(last);
    shown.close();
  });
});

describe('a commit in another tab', () => {
  /** Another context's announcement, as it arrives over the channel. */
  const from = new Map<string, BroadcastChannel>();
  function hearFromElsewhere(message: unknown): void {
    const channel = from.get(db.userId) ?? new BroadcastChannel(`counterpart-${db.userId}`);
    from.set(db.userId, channel);
    channel.postMessage(message);
  }

  async function commitElsewhere(label: string) {
    const row = header(a, label);
    return db.transaction('rw', db.elements, db.meta, async () => {
      await db.elements.put(row);
      return numberChanges(db, deal, [{ table: 'elements', key: a, row }]);
    });
  }

  it('shows here, too', async () => {
    const set = await commitElsewhere('From another tab');
    hearFromElsewhere({ kind: 'changes', set });
    await expect.poll(() => entry(a)?.name).toBe('From another tab');
    for (const channel of from.values()) channel.close();
    from.clear();
  });

  async function commit(row: DocumentRow): Promise<void> {
    const set = await db.transaction('rw', db.documents, db.meta, async () => {
      await db.documents.put(row);
      return numberChanges(db, deal, [{ table: 'documents', key: row.uuid, row }]);
    });
    announceChanges(db.userId, [set]);
    await view.current();
  }

  it('shows on an item’s row that a new version of it failed, until that version is replaced', async () => {
    const [uuid, elementUuid] = [newUuid(), newUuid()];
    await createItem(db, { transaction, uuid, elementUuid, name: 'Bylaws', parent: TOP, after: null });
    const version = { ...newDocumentRow(deal), itemId: uuid, inQueue: false };
    const item = await db.items.get(uuid);
    if (!item) throw new Error('The item was not created.');
    const name = async (change: Partial<typeof item>) => {
      const row = { ...item, ...change };
      const set = await db.transaction('rw', db.items, db.meta, async () => {
        await db.items.put(row);
        return numberChanges(db, deal, [{ table: 'items', key: uuid, row }]);
      });
      announceChanges(db.userId, [set]);
      await view.current();
    };
    await commit(version);
    await name({ pendingConversionDocument: version.uuid });
    expect(entry(elementUuid)?.hasFailedVersion).toBeUndefined();
    await commit({ ...version, conversionStatus: 'error' });
    expect(entry(elementUuid)?.hasFailedVersion).toBe(true);
    await name({ pendingConversionDocument: newUuid() });
    expect(entry(elementUuid)?.hasFailedVersion).toBeUndefined();
  });

  it('updates which documents are in the upload queue, in the same list until one changes', async () => {
    const row = newDocumentRow(deal);
    await commit(row);
    const { queued } = view.getSnapshot();
    expect(queued).toEqual([row.uuid]);
    await commit({ ...row, name: 'Renamed' });
    expect(view.getSnapshot().queued).toBe(queued);
    await commit({ ...row, inQueue: false });
    expect(view.getSnapshot().queued).toEqual([]);
  });

  it('makes the view read the deal again if a part of it was missed', async () => {
    await db.elements.delete(c);
    await commitElsewhere('missed');
    const set = await commitElsewhere('heard');
    expect(set.seq).toBe(2);
    announceChanges(db.userId, [set]);
    await expect.poll(() => entry(a)?.name).toBe('heard');
    expect(entry(c), 'the content of the missed part is there, too').toBeUndefined();
  });

  it('is not applied twice if it is received after the deal was read again', async () => {
    const first = await commitElsewhere('first');
    const second = await commitElsewhere('second');
    announceChanges(db.userId, [second]);
    await expect.poll(() => entry(a)?.name).toBe('second');
    announceChanges(db.userId, [first]);
    expect(entry(a)?.name).toBe('second');
    expect(await changeSeq(db, deal)).toBe(2);
  });

  it('that is not announced yet does not hide a later edit', async () => {
    await commitElsewhere('Not announced yet');
    await moveElements(db, { transaction, ids: [c], parent: TOP, after: null });
    expect((await view.current()).lists.get(TOP)).toEqual([c, a, b]);
    expect(entry(a)?.name).toBe('Not announced yet');
  });

  it('[FOLD7] that is never announced, because the tab died, is shown here anyway', async () => {
    await commitElsewhere('Unannounced');
    await expect.poll(() => entry(a)?.name).toBe('Unannounced');
    await renameHeader(db, { transaction, uuid: a, label: 'And goes on' });
    expect(entry(a)?.name).toBe('And goes on');
  });

  it('[FOLD7] with a smaller number is from another mirror, and everything is read again', async () => {
    for (const label of ['One', 'Two']) await renameHeader(db, { transaction, uuid: a, label });
    // As if the browser had deleted the mirror and nobody noticed.
    await db.elements.update(a, { label: 'Of another mirror' });
    await db.meta.put({ key: `changes/${deal}`, value: 1 });
    await expect.poll(() => entry(a)?.name).toBe('Of another mirror');
  });

  it('is not lost while the deal is being read', async () => {
    const another = openChecklistView(db, deal);
    const set = await commitElsewhere('while reading');
    announceChanges(db.userId, [set]);
    await expect.poll(() => another.getSnapshot().entries.get(a)?.name).toBe('while reading');
    another.close();
  });
});

it('[DISK6] shows a rebuilt mirror correctly: without the lost rows, with the new ones', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const person = openDatabase(newUuid());
  const lost = { transaction, uuid: newUuid(), label: 'Before', parent: TOP, after: null };
  for (const label of ['Before', 'Before that'])
    await createHeader(person, { ...lost, uuid: newUuid(), label });
  const shown = openChecklistView(person, deal);
  const labels = () => [...shown.getSnapshot().entries.values()].map(({ name }) => name);
  await expect.poll(labels).toHaveLength(2);
  // The function's type requires the class, but it accepts a handle.
  Reflect.apply(forceCloseDatabase, null, [person.backendDB()]);
  indexedDB.deleteDatabase(person.name);
  await expect.poll(labels).toEqual([]);
  await createHeader(person, { ...lost, label: 'After' });
  expect(labels(), 'at once').toEqual(['After']);
  shown.close();
  vi.restoreAllMocks();
});

it('a closed view receives nothing', async () => {
  view.close();
  const before = view.getSnapshot();
  painted = 0;
  await renameHeader(db, { transaction, uuid: a, label: 'Closing' });
  expect(view.getSnapshot()).toBe(before);
  expect(painted).toBe(0);
});

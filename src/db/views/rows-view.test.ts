import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { announceChanges, numberChanges } from '../change-sets.ts';
import { setCustomValues } from '../commands/signing/signatories/custom-values.ts';
import { MirrorDatabase } from '../database.ts';
import type { RowChange } from '../outbox/draft.ts';
import type { CollectionRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';
import { rowsView, type RowsView } from './rows-view.ts';
import type { DealRows } from './deal-rows.ts';
import { updateRow } from '../commands/collections/standard-commands.ts';

const TABLES = ['signatories', 'customValues'] as const;
type Shown = DealRows<(typeof TABLES)[number]>;

const AT = '2026-01-01T00:00:00.000Z';
const transaction = newUuid();
const [jane, omar, field] = [newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;
let view: RowsView<Shown>;
let painted: (Shown | null)[] = [];

function signatory(uuid: string, fullName: string): CollectionRow<'signatories'> {
  return {
    uuid,
    transaction,
    fullName,
    email: '',
    isOrg: false,
    address: '',
    entityDescription: '',
    instapagesConfig: null,
    bulkSignatoryUploadId: null,
    order: 0,
    createdAt: AT,
    createdBy: 'me',
    version: 1,
    modifiedAt: AT,
    modifiedBy: 'me',
  };
}

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.signatories.bulkPut([signatory(jane, 'Jane'), signatory(omar, 'Omar')]);
  view = rowsView(db, transaction, { tables: TABLES, compose: (rows) => rows });
  painted = [];
  const close = view.subscribe(() => painted.push(view.getSnapshot()));
  await expect.poll(() => view.getSnapshot()).not.toBeNull();
  return async () => {
    vi.restoreAllMocks();
    close();
    await db.delete();
  };
});

const nameOf = (uuid: string) => view.getSnapshot()?.signatories.get(uuid)?.fullName;
const rename = async (uuid: string, fullName: string) =>
  updateRow(db, 'signatories', { transaction, uuid, edits: { fullName } });

/** Commits a change as another tab would. It is announced with its content, or only with its number. */
async function commitElsewhere(changes: RowChange[], announced: 'whole' | 'number' | 'not'): Promise<void> {
  const set = await db.transaction('rw', [db.signatories, db.tasks, db.meta], async () => {
    for (const change of changes) {
      if (change.row && change.table === 'signatories') await db.signatories.put(change.row);
    }
    return numberChanges(db, transaction, changes);
  });
  if (announced === 'whole') announceChanges(db.userId, [set]);
}

const renamed = (uuid: string, fullName: string): RowChange => ({
  table: 'signatories',
  key: uuid,
  row: signatory(uuid, fullName),
});

it('[SHOW1] shows an edit in the task that makes it, and keeps it after its commit', async () => {
  const saved = rename(jane, 'Jane Doe');
  expect(nameOf(jane)).toBe('Jane Doe');
  await saved;
  await commitElsewhere([renamed(omar, 'Omar Reyes')], 'whole');
  await expect.poll(() => nameOf(omar)).toBe('Omar Reyes');
  expect(nameOf(jane)).toBe('Jane Doe');
});

it('reverts an edit when its commit fails', async () => {
  const full = new DOMException('The disk is full.', 'QuotaExceededError');
  vi.spyOn(db.outbox, 'add').mockRejectedValueOnce(full);
  const saved = rename(jane, 'Jane Doe');
  expect(nameOf(jane)).toBe('Jane Doe');
  await expect(saved).rejects.toThrow('The disk is full.');
  expect(nameOf(jane)).toBe('Jane');
});

it('keeps the identity of rows and tables that a commit doesn’t change', async () => {
  const before = view.getSnapshot();
  await rename(jane, 'Jane Doe');
  const after = view.getSnapshot();
  expect(after?.customValues).toBe(before?.customValues);
  expect(after?.signatories.get(omar)).toBe(before?.signatories.get(omar));
  expect(after?.signatories.get(jane)).not.toBe(before?.signatories.get(jane));
});

it('reads the rows once, even if commits to other tables come between its own', async () => {
  const read = vi.spyOn(db.Table.prototype, 'where');
  await setCustomValues(db, {
    transaction,
    values: [{ signatory: jane, customKey: field, value: 'A', existing: null }],
  });
  await commitElsewhere([{ table: 'tasks', key: newUuid(), row: null }], 'whole');
  await commitElsewhere([renamed(omar, 'Omar Reyes')], 'whole');
  await expect.poll(() => nameOf(omar)).toBe('Omar Reyes');
  expect([...(view.getSnapshot()?.customValues.values() ?? [])].map(({ value }) => value)).toEqual(['A']);
  expect(read.mock.contexts).not.toContainEqual(expect.objectContaining({ name: 'signatories' }));
});

it('reads the rows again after a commit that it missed', async () => {
  await commitElsewhere([renamed(omar, 'Omar Reyes')], 'not');
  await commitElsewhere([renamed(jane, 'Jane Doe')], 'whole');
  await expect.poll(() => [nameOf(jane), nameOf(omar)]).toEqual(['Jane Doe', 'Omar Reyes']);
});

it('reads the rows again if the announcement of a commit never comes', async () => {
  await commitElsewhere([renamed(omar, 'Omar Reyes')], 'not');
  await expect.poll(() => nameOf(omar), { timeout: 5000 }).toBe('Omar Reyes');
});

describe('another view of the deal', () => {
  it('reads only the tables that no view has read', async () => {
    await rename(jane, 'Jane Doe');
    const read = vi.spyOn(db.Table.prototype, 'where');
    const other = rowsView(db, transaction, {
      tables: ['signatories', 'representatives'],
      compose: ({ signatories }) => [...signatories.values()].map(({ fullName }) => fullName),
    });
    onTestFinished(other.subscribe(() => undefined));
    await expect.poll(() => other.getSnapshot()?.toSorted()).toEqual(['Jane Doe', 'Omar']);
    const tables = read.mock.contexts.map((table) => (table as { name: string }).name);
    expect(tables).toContain('representatives');
    expect(tables).not.toContain('signatories');
  });

  it('shows tables that have been read immediately, with edits that aren’t committed yet', async () => {
    const saved = rename(jane, 'Jane Doe');
    const other = rowsView(db, transaction, { tables: ['signatories'], compose: (rows) => rows.signatories });
    onTestFinished(other.subscribe(() => undefined));
    expect(other.getSnapshot()?.get(jane)?.fullName).toBe('Jane Doe');
    expect(other.getSnapshot()).toBe(view.getSnapshot()?.signatories);
    await saved;
  });

  it('shows all tables as of one commit, even if the first ones missed it', async () => {
    await commitElsewhere([renamed(omar, 'Omar Reyes')], 'not');
    const other = rowsView(db, transaction, {
      tables: ['signatories', 'representatives'],
      compose: ({ signatories }) => signatories.get(omar)?.fullName,
    });
    const seen: (string | null | undefined)[] = [];
    onTestFinished(other.subscribe(() => seen.push(other.getSnapshot())));
    await expect.poll(() => seen).toEqual(['Omar Reyes']);
    expect(nameOf(omar)).toBe('Omar Reyes');
  });

  it('is built again only if one of its tables has changed', async () => {
    const compose = vi.fn<() => string>(() => 'shown');
    const other = rowsView(db, transaction, { tables: ['customValues'], compose });
    onTestFinished(other.subscribe(() => undefined));
    await rename(jane, 'Jane Doe');
    expect(nameOf(jane)).toBe('Jane Doe');
    expect(compose).toHaveBeenCalledTimes(1);
  });

  it('that fails doesn’t stop the others', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue();
    let isBroken = false;
    const other = rowsView(db, transaction, {
      tables: ['signatories'],
      compose: () => {
        if (isBroken) throw new Error('The screen is broken.');
      },
    });
    const third = rowsView(db, transaction, { tables: ['signatories'], compose: (rows) => rows.signatories });
    for (const each of [other, third]) onTestFinished(each.subscribe(() => undefined));
    isBroken = true;
    await rename(jane, 'Jane Doe');
    expect(third.getSnapshot()?.get(jane)?.fullName).toBe('Jane Doe');
    expect(complaint).toHaveBeenCalled();
  });
});

it('rows that are read again without a change keep their identity', async () => {
  const before = view.getSnapshot();
  await commitElsewhere([renamed(omar, 'Omar Reyes')], 'not');
  await commitElsewhere([{ table: 'tasks', key: newUuid(), row: null }], 'whole');
  await expect.poll(() => nameOf(omar)).toBe('Omar Reyes');
  expect(view.getSnapshot()?.signatories.get(jane)).toBe(before?.signatories.get(jane));
});

it('a mirror that was rebuilt is read again, although its numbers are smaller', async () => {
  for (const name of ['Jane Doe', 'Jane Roe']) await rename(jane, name);
  await db.signatories.update(jane, { fullName: 'Of another mirror' });
  await db.meta.put({ key: `changes/${transaction}`, value: 1 });
  await expect.poll(() => nameOf(jane), { timeout: 5000 }).toBe('Of another mirror');
});

it('tables that couldn’t be read are read again', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(db, 'transaction').mockRejectedValueOnce(new DOMException('Connection lost.', 'UnknownError'));
  const other = rowsView(db, transaction, { tables: ['representatives'], compose: () => 'shown' });
  onTestFinished(other.subscribe(() => undefined));
  await expect.poll(() => other.getSnapshot()).toBe('shown');
  expect(complaint).toHaveBeenCalled();
});

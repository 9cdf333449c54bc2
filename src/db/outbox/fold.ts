import type { Table } from 'dexie';
import type { Mutation } from './command.ts';
import type { ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import { lastCommit } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { Draft, ENTITY_TABLES, listIn, parentIn, type RowChange, type RowKey } from './draft.ts';
import { equal } from '../equal.ts';
import { cachedChildLists, cachesChildLists } from './child-list-cache.ts';
import { RowMap, type MirrorKey } from './row-map.ts';
import type { BaseRow, MirrorRows, MirrorTable } from '../rows.ts';

const MIRROR_TABLES = [...ENTITY_TABLES, 'childLists'] as const;

/**
 * The only function that determines what is shown: the last rows from the server, with every mutation that they lack applied
 * in order. An acknowledged mutation writes only to collections that are still pending.
 */
export function fold(draft: Draft, mutations: readonly Mutation[]): void {
  for (const mutation of mutations) {
    draft.restrictTo(mutation.row.state === 'acked' ? new Set(mutation.row.awaiting ?? []) : null);
    mutation.apply(draft);
  }
  draft.restrictTo(null);
}

/** The tables that a fold reads and writes. Every transaction that folds includes them. */
export function foldedTables(db: MirrorDatabase): Table[] {
  return [...mirroredTables(db), db.base, db.outbox, db.meta];
}

/** The tables that the screens show. */
export function mirroredTables(db: MirrorDatabase): Table[] {
  return MIRROR_TABLES.map((table) => db.table(table));
}

/** Returns the shown rows of a deal, limited to those that the mutations name. Inside a transaction. */
export async function loadShown(
  db: MirrorDatabase,
  lane: string,
  mutations: readonly Mutation[],
): Promise<Draft> {
  const draft = new Draft(lane);
  const [entities, lists] = await Promise.all([
    readEntities(db, keysOf(mutations)),
    mutations.some((mutation) => mutation.structural) ? listsShown(db, lane) : null,
  ]);
  draft.take(entities);
  if (lists) draft.takeLists(lists);
  return draft;
}

/** Returns all child lists of a deal, from memory if those of the last commit are cached. Inside a transaction. */
async function listsShown(db: MirrorDatabase, lane: string): Promise<ChildLists> {
  const held = cachesChildLists(db, lane) ? cachedChildLists(db, lane, await lastCommit(db, lane)) : null;
  return held ?? listsOf(await readLists(db, lane));
}

function listsOf(rows: readonly RowChange<'childLists'>[]): ChildLists {
  return new Map(rows.map(({ key, row }) => [parentIn(key), row?.children ?? []]));
}

/**
 * Returns the last rows of a deal from the server (base if it exists, otherwise what is shown), limited to those that the
 * mutations name. Inside a transaction.
 */
export async function loadTruth(
  db: MirrorDatabase,
  lane: string,
  mutations: readonly Mutation[],
): Promise<Draft> {
  const draft = await loadShown(db, lane, mutations);
  draft.take(await db.base.where({ lane }).toArray());
  return draft;
}

/**
 * Folds a deal again. `told` is what the server just sent, and `mutations` are the ones that it lacks. Writes and returns
 * only rows that differ. Base ends up with exactly the rows that those mutations touch. Inside a transaction.
 */
export async function refold(
  db: MirrorDatabase,
  lane: string,
  mutations: readonly Mutation[],
  told: readonly RowChange[],
): Promise<RowChange[]> {
  const named: MirrorKey[] = [...keysOf(mutations), ...told];
  const readsLists = mutations.some((mutation) => mutation.structural) || named.some(isList);
  const [base, ...rows] = await Promise.all([
    db.base.where({ lane }).toArray(),
    readEntities(db, named),
    readsLists ? readLists(db, lane) : [],
  ]);
  const shown = RowMap.of(...rows);
  // For edits that have left, base contains their rows for the last time.
  const left = base.filter((row) => !shown.has(row));
  for (const change of await readEntities(db, left)) shown.set(change, change);
  if (!readsLists && left.some(isList))
    for (const change of await readLists(db, lane)) shown.set(change, change);
  const truth = RowMap.of<RowChange>(shown.values(), base, told);

  // Written before the fold is computed, so that the disk works in parallel.
  const keepingEntities = replaceBase(
    db,
    lane,
    base.filter((row) => !isList(row)),
    truthOf(keysOf(mutations), truth),
  );

  const draft = new Draft(lane);
  draft.take(truth.values());
  fold(draft, mutations);

  const changes: RowChange[] = [];
  for (const change of draft.rows()) {
    if (!equal(change.row, shown.get(change)?.row ?? null)) changes.push(change);
  }
  await Promise.all([
    keepingEntities,
    replaceBase(db, lane, base.filter(isList), truthOf(writtenLists(draft), truth)),
    writeChanges(db, changes),
  ]);
  return changes;
}

function truthOf(keys: Iterable<MirrorKey>, truth: RowMap<RowChange>): RowMap<RowChange> {
  const rows = new RowMap<RowChange>();
  for (const key of keys) rows.set(key, truth.get(key) ?? { ...key, row: null });
  return rows;
}

/** Reduces these rows of base to the needed ones: every row that a mutation names, and every list that one wrote. */
async function replaceBase(
  db: MirrorDatabase,
  lane: string,
  existing: readonly BaseRow[],
  wanted: RowMap<RowChange>,
): Promise<void> {
  const gone = existing.filter((row) => !wanted.has(row));
  const standing = RowMap.of(existing);
  const fresh = [...wanted.values()].filter((change) => {
    const row = standing.get(change);
    return !row || !equal(row.row, change.row);
  });
  if (gone.length > 0) await db.base.bulkDelete(gone.map((row) => [row.table, row.key]));
  if (fresh.length > 0) await db.base.bulkPut(fresh.map((change) => ({ ...change, lane })));
}

/** Returns the rows that base lacks. Inside a transaction. */
export async function keysWithoutBase(db: MirrorDatabase, keys: readonly MirrorKey[]): Promise<MirrorKey[]> {
  // By key, because a deal may have a thousand waiting edits, and each new one comes through here.
  const known = await db.base.bulkGet(keys.map(({ table, key }): [string, string] => [table, key]));
  return keys.filter((_key, index) => known[index] === undefined);
}

/** Saves rows before a new mutation changes them. Inside a transaction. */
export async function keepBase(db: MirrorDatabase, lane: string, rows: readonly RowChange[]): Promise<void> {
  if (rows.length > 0) await db.base.bulkPut(rows.map((change) => ({ ...change, lane })));
}

/** Puts and deletes rows of the mirror. Inside a transaction. */
export async function writeChanges(db: MirrorDatabase, changes: readonly RowChange[]): Promise<void> {
  await Promise.all(
    MIRROR_TABLES.map(async (table) => {
      const own = changes.filter((change) => change.table === table);
      const puts = own.flatMap((change) => (change.row ? [change.row] : []));
      const deletes = own.filter((change) => !change.row).map((change) => change.key);
      const target: Table<unknown, string> = db.table(table);
      if (puts.length > 0) await target.bulkPut(puts);
      if (deletes.length > 0) await target.bulkDelete(deletes);
    }),
  );
}

function isList({ table }: MirrorKey): boolean {
  return table === 'childLists';
}

/**
 * What mutations changed in a draft, given its entity rows before them: the replaced rows, and every list that they
 * wrote. Rows that a command only reads, such as the parent of what it moves, stay identical.
 */
export function changesIn(draft: Draft, lane: string, before: RowMap<RowChange>): RowChange[] {
  return [
    ...[...draft.entities()].filter((change) => change.row !== (before.get(change)?.row ?? null)),
    ...listsIn(draft.lists, lane, writtenLists(draft)),
  ];
}

/** The rows of lists, by key. */
export function listsIn(lists: ChildLists, lane: string, keys: readonly MirrorKey[]): RowChange[] {
  return keys.map(({ key }) => listIn(lists, lane, parentIn(key)));
}

/** The lists that mutations wrote, changed or not. */
export function writtenLists(draft: Draft): MirrorKey[] {
  return [...draft.writtenLists].map((key) => ({ table: 'childLists', key }));
}

/** Returns the shown rows of these keys, of any table. Inside a transaction. */
export async function readRowsOf(db: MirrorDatabase, keys: readonly MirrorKey[]): Promise<RowChange[]> {
  return [...(await readEntities(db, keys)), ...(await readRows(db, 'childLists', keys))];
}

async function readEntities(db: MirrorDatabase, keys: readonly MirrorKey[]): Promise<RowChange[]> {
  const read = await Promise.all(ENTITY_TABLES.map(async (table) => readRows(db, table, keys)));
  return read.flat();
}

async function readRows<Name extends MirrorTable>(
  db: MirrorDatabase,
  table: Name,
  keys: readonly MirrorKey[],
): Promise<RowChange<Name>[]> {
  const wanted = [...new Set(keys.filter((key) => key.table === table).map((key) => key.key))];
  if (wanted.length === 0) return [];
  const rows = await db.table<MirrorRows[Name], string>(table).bulkGet(wanted);
  return wanted.map((key, index) => ({ table, key, row: rows[index] ?? null }));
}

async function readLists(db: MirrorDatabase, lane: string): Promise<RowChange<'childLists'>[]> {
  const rows = await db.childLists.where({ transaction: lane }).toArray();
  return rows.map((row) => ({ table: 'childLists', key: row.key, row }));
}

function keysOf(mutations: readonly Mutation[]): RowKey[] {
  return mutations.flatMap((mutation) => mutation.keys);
}

import { COLLECTION_NAMES, type CollectionName } from '../../contract/collections/deal-collections.ts';
import { changeSeq } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { equal } from '../equal.ts';
import type { NewEdit } from '../outbox/command.ts';
import { Draft, type RowChange } from '../outbox/draft.ts';
import { changesIn, fold } from '../outbox/fold.ts';
import { RowMap } from '../outbox/row-map.ts';
import type { MirrorRows, MirrorTable } from '../rows.ts';
import { readInParts } from './read-checklist.ts';

/** A deal's rows of some tables, by uuid. Never changed in place: a table's map stays the same until one of its rows changes. */
export type DealRows<Table extends CollectionName> = {
  readonly [Name in Table]: ReadonlyMap<string, MirrorRows[Name]>;
};

/** Rows as of one commit. */
export interface CommittedRows {
  rows: AllRows;
  /** The number of the deal's last commit that they include. */
  seq: number;
}

/** The rows of all of a deal's tables. A table that hasn't been read is empty. */
export type AllRows = DealRows<CollectionName>;

export const NO_ROWS: AllRows = eachTable(() => new Map());

/** Reads all rows of a deal in some tables, from one snapshot of the mirror. The other tables are taken from `others`. */
export async function readDealRows(
  db: MirrorDatabase,
  transaction: string,
  tables: readonly CollectionName[],
  others = NO_ROWS,
): Promise<CommittedRows> {
  return db.transaction('r', [...tables, 'meta'], async () => {
    const [seq, ...read] = await Promise.all([
      changeSeq(db, transaction),
      ...tables.map(async (table) =>
        readInParts(db.table<{ uuid: string; transaction: string }, string>(table), transaction),
      ),
    ]);
    const byTable = new Map<CollectionName, ReadonlyMap<string, unknown>>(
      tables.map((table, at) => [table, new Map(read[at]?.map((row) => [row.uuid, row]))]),
    );
    return { seq, rows: eachTable((table) => byTable.get(table) ?? others[table]) };
  });
}

/** Builds rows table by table. The caller guarantees the type of each table's rows. */
function eachTable(rowsOf: (table: CollectionName) => ReadonlyMap<string, unknown>): AllRows;
function eachTable(
  rowsOf: (table: CollectionName) => ReadonlyMap<string, unknown>,
): Record<string, ReadonlyMap<string, unknown>> {
  return Object.fromEntries(COLLECTION_NAMES.map((table) => [table, rowsOf(table)]));
}

/** Returns the rows with uncommitted edits, using the fold that will commit them (SPEC: SHOW). */
export function withEdits(
  rows: AllRows,
  tables: ReadonlySet<CollectionName>,
  edits: readonly NewEdit[],
  deal: string,
): AllRows {
  const draft = new Draft(deal);
  for (const { mutation } of edits) {
    for (const { table, key } of mutation.keys) {
      if (isCollection(table)) draft.load(table, key, rows[table].get(key) ?? null);
      else draft.load(table, key, null);
    }
  }
  const before = RowMap.of(draft.entities());
  for (const { mutation, stands } of edits) if (stands?.(draft) ?? true) fold(draft, [mutation]);
  return withChanges(rows, tables, changesIn(draft, deal, before));
}

function isCollection(table: MirrorTable): table is CollectionName {
  return COLLECTION_NAMES.some((name) => name === table);
}

/** Returns the rows with the changes to these tables applied. Only changed tables are copied. */
export function withChanges(
  rows: AllRows,
  tables: ReadonlySet<CollectionName>,
  changes: readonly RowChange[],
): AllRows {
  const byTable = Map.groupBy(changes, ({ table }) => table);
  return eachTable((table) => {
    const own = tables.has(table) ? byTable.get(table) : undefined;
    if (!own) return rows[table];
    const copy = new Map<string, unknown>(rows[table]);
    for (const { key, row } of own) {
      if (row) copy.set(key, row);
      else copy.delete(key);
    }
    return copy;
  });
}

/**
 * Returns the rows of `now`, reusing the objects of `before` that are equal, so that a screen renders only what
 * changed.
 */
export function sharing(before: AllRows, now: AllRows): AllRows {
  return eachTable((table) => sharedTable(before[table], now[table]));
}

function sharedTable(
  had: ReadonlyMap<string, unknown>,
  has: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> {
  if (had === has) return had;
  let isSame = had.size === has.size;
  let shared: Map<string, unknown> | null = null;
  for (const [key, row] of has) {
    const known = had.get(key);
    if (known === row) continue;
    if (known !== undefined && equal(known, row)) (shared ??= new Map(has)).set(key, known);
    else isSame = false;
  }
  return isSame ? had : (shared ?? has);
}

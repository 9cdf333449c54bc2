import type { CollectionName } from '../../contract/collections/deal-collections.ts';
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
export interface CommittedRows<Table extends CollectionName> {
  rows: DealRows<Table>;
  /** The number of the deal's last commit that they include. */
  seq: number;
}

/** Builds rows table by table. The caller guarantees the type of each table's rows. */
function eachTable<Table extends CollectionName>(
  tables: readonly Table[],
  rowsOf: (table: Table) => ReadonlyMap<string, unknown>,
): DealRows<Table>;
function eachTable<Table extends CollectionName>(
  tables: readonly Table[],
  rowsOf: (table: Table) => ReadonlyMap<string, unknown>,
): Record<string, ReadonlyMap<string, unknown>> {
  return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]));
}

/** Reads all rows of a deal in some tables, from one snapshot of the mirror. */
export async function readDealRows<Table extends CollectionName>(
  db: MirrorDatabase,
  transaction: string,
  tables: readonly Table[],
): Promise<CommittedRows<Table>> {
  return db.transaction('r', [...tables, 'meta'], async () => {
    const [seq, ...read] = await Promise.all([
      changeSeq(db, transaction),
      ...tables.map(async (table) =>
        readInParts(db.table<{ uuid: string; transaction: string }, string>(table), transaction),
      ),
    ]);
    const byTable = new Map(
      tables.map((table, at) => [table, new Map(read[at]?.map((row) => [row.uuid, row]))]),
    );
    return { seq, rows: eachTable(tables, (table) => byTable.get(table) ?? new Map()) };
  });
}

/** Returns the rows with uncommitted edits, using the fold that will commit them (SPEC: SHOW). */
export function withEdits<Table extends CollectionName>(
  rows: DealRows<Table>,
  tables: readonly Table[],
  edits: readonly NewEdit[],
  deal: string,
): DealRows<Table> {
  const draft = new Draft(deal);
  const isOwn = (table: MirrorTable): table is Table => tables.some((own) => own === table);
  for (const { mutation } of edits) {
    for (const { table, key } of mutation.keys) {
      if (isOwn(table)) draft.load(table, key, rows[table].get(key) ?? null);
      else draft.load(table, key, null);
    }
  }
  const before = RowMap.of(draft.entities());
  for (const { mutation, stands } of edits) if (stands?.(draft) ?? true) fold(draft, [mutation]);
  return withChanges(rows, tables, changesIn(draft, deal, before));
}

/** Returns the rows with changes applied: only changed tables are copied. */
export function withChanges<Table extends CollectionName>(
  rows: DealRows<Table>,
  tables: readonly Table[],
  changes: readonly RowChange[],
): DealRows<Table> {
  const byTable = Map.groupBy(changes, ({ table }) => table);
  if (!tables.some((table) => byTable.has(table))) return rows;
  return eachTable(tables, (table) => {
    const own = byTable.get(table);
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
export function sharing<Table extends CollectionName>(
  before: DealRows<Table>,
  now: DealRows<Table>,
  tables: readonly Table[],
): DealRows<Table> {
  return eachTable(tables, (table) => sharedTable(before[table], now[table]));
}

function sharedTable(
  had: ReadonlyMap<string, unknown>,
  has: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> {
  if (had === has) return had;
  let isSame = had.size === has.size;
  const shared = new Map<string, unknown>();
  for (const [key, row] of has) {
    const known = had.get(key);
    const isKnown = known !== undefined && equal(known, row);
    isSame &&= isKnown;
    shared.set(key, isKnown ? known : row);
  }
  return isSame ? had : shared;
}

import { COLLECTION_NAMES } from '../../contract/collections/deal-collections.ts';
import { TOP, type ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import type { Collection, MirrorRows, MirrorTable } from '../rows.ts';

/** The tables whose rows are entities; child lists are accessed through `lists`. */
export const ENTITY_TABLES = ['transactions', ...COLLECTION_NAMES, 'notifications'] as const;
export type EntityTableName = (typeof ENTITY_TABLES)[number];

/** Names a row that a mutation reads or writes. */
export interface RowKey {
  table: EntityTableName;
  key: string;
}

/** The new state of a row; null = absent. */
export type RowChange<Among extends MirrorTable = MirrorTable> = {
  [Table in Among]: { table: Table; key: string; row: MirrorRows[Table] | null };
}[Among];

type EntityRows = { [Table in EntityTableName]: Map<string, MirrorRows[Table] | null> };

function noRows(): EntityRows;
function noRows(): Record<string, Map<string, unknown>> {
  return Object.fromEntries(ENTITY_TABLES.map((table) => [table, new Map<string, unknown>()]));
}

/** The key of a deal's list of children. */
export function childListKey(transaction: string, parent: string): string {
  return `${transaction}/${parent}`;
}

/** The parent of the list with that key. */
export function parentIn(listKey: string): string {
  return listKey.slice(listKey.indexOf('/') + 1);
}

/** The row of one of a deal's lists. Without children it is absent, except for the top level's. */
export function listIn(lists: ChildLists, transaction: string, parent: string): RowChange<'childLists'> {
  const key = childListKey(transaction, parent);
  const children = lists.get(parent) ?? [];
  const stands = children.length > 0 || (parent === TOP && lists.has(TOP));
  return {
    table: 'childLists',
    key,
    row: stands ? { key, transaction, parent, children: [...children] } : null,
  };
}

/**
 * A working copy of the rows of one deal that mutations are applied to. Reading or writing a row that was not loaded is an
 * error in the mutation's declaration and throws. Nothing else throws.
 */
export class Draft {
  readonly #transaction: string;
  readonly #rows = noRows();
  /** Never changed in place, because other code may hold them. */
  #lists: ChildLists = new Map();
  readonly #writtenLists = new Set<string>();
  #writable: ReadonlySet<Collection> | null = null;

  constructor(transaction: string) {
    this.#transaction = transaction;
  }

  load<Table extends EntityTableName>(table: Table, key: string, row: MirrorRows[Table] | null): void {
    const rows: Map<string, MirrorRows[Table] | null> = this.#rows[table];
    rows.set(key, row);
  }

  /** Restricts the rows that the next mutation may write. An acknowledged mutation no longer writes to what base includes. */
  restrictTo(collections: ReadonlySet<Collection> | null): void {
    this.#writable = collections;
  }

  get<Table extends EntityTableName>(table: Table, key: string): MirrorRows[Table] | null {
    const rows: Map<string, MirrorRows[Table] | null> = this.#rows[table];
    const row = rows.get(key);
    if (row === undefined) throw new Error(`the mutation uses ${table} ${key} without declaring it`);
    return row;
  }

  put<Table extends EntityTableName>(table: Table, key: string, row: MirrorRows[Table]): void {
    if (this.#writable && !this.#writable.has(table)) return;
    this.get(table, key);
    this.load(table, key, row);
  }

  remove(table: EntityTableName, key: string): void {
    if (this.#writable && !this.#writable.has(table)) return;
    this.get(table, key);
    this.load(table, key, null);
  }

  get lists(): ChildLists {
    return this.#lists;
  }

  setLists(changed: ReadonlyMap<string, readonly string[]>): void {
    if (this.#writable && !this.#writable.has('elements')) return;
    if (changed.size === 0) return;
    this.#lists = new Map([...this.#lists, ...changed]);
    for (const parent of changed.keys()) this.#writtenLists.add(childListKey(this.#transaction, parent));
  }

  /** Keys of the child lists that a mutation wrote, changed or not. */
  get writtenLists(): ReadonlySet<string> {
    return this.#writtenLists;
  }

  /** Every row loaded or written, in its current state. */
  *rows(): Generator<RowChange> {
    yield* this.entities();
    for (const parent of this.#lists.keys()) yield listIn(this.#lists, this.#transaction, parent);
  }

  /** The same without the child lists, of which a deal may have thousands. */
  *entities(): Generator<RowChange<EntityTableName>> {
    for (const table of ENTITY_TABLES) yield* this.#rowsOf(table);
  }

  *#rowsOf<Table extends EntityTableName>(table: Table): Generator<RowChange<Table>> {
    const rows: Map<string, MirrorRows[Table] | null> = this.#rows[table];
    for (const [key, row] of rows) yield { table, key, row };
  }

  /** Loads rows of any table. */
  take(changes: Iterable<RowChange>): void {
    const lists = new Map(this.#lists);
    for (const change of changes) {
      if (change.table === 'childLists') lists.set(parentIn(change.key), change.row?.children ?? []);
      else this.load(change.table, change.key, change.row);
    }
    this.#lists = lists;
  }

  /** Loads all lists of the deal. */
  takeLists(lists: ChildLists): void {
    this.#lists = lists;
  }
}

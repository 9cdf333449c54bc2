import { TOP, type ChildLists } from '../contract/rules/child-lists.ts';
import type { Collection, MirrorRows, MirrorTable } from './rows.ts';

/** The tables whose rows are entities; the child lists are reached through `lists`. */
export type EntityTableName = Exclude<MirrorTable, 'childLists'>;

/** Names a row that a mutation reads or writes. */
export interface RowKey {
  table: EntityTableName;
  key: string;
}

/** A row as it should stand; null = absent. */
export type RowChange = {
  [Table in MirrorTable]: { table: Table; key: string; row: MirrorRows[Table] | null };
}[MirrorTable];

type EntityRows = { [Table in EntityTableName]: Map<string, MirrorRows[Table] | null> };

/** The key of a deal's list of children. */
export function childListKey(transaction: string, parent: string): string {
  return `${transaction}/${parent}`;
}

/**
 * A working copy of the rows of one deal that mutations are applied to. Reading a row that was not loaded is a fault of
 * the mutation's declaration and throws; nothing else does.
 */
export class Draft {
  readonly #transaction: string;
  readonly #rows: EntityRows = {
    transactions: new Map(),
    elements: new Map(),
    items: new Map(),
    documents: new Map(),
    notifications: new Map(),
  };
  readonly #lists = new Map<string, readonly string[]>();
  readonly #writtenLists = new Set<string>();
  #writable: ReadonlySet<Collection> | null = null;

  constructor(transaction: string) {
    this.#transaction = transaction;
  }

  load<Table extends EntityTableName>(table: Table, key: string, row: MirrorRows[Table] | null): void {
    const rows: Map<string, MirrorRows[Table] | null> = this.#rows[table];
    rows.set(key, row);
  }

  /** Restricts what the next mutation may write to: an acknowledged one no longer writes where base includes it. */
  restrictTo(collections: ReadonlySet<Collection> | null): void {
    this.#writable = collections;
  }

  get<Table extends EntityTableName>(table: Table, key: string): MirrorRows[Table] | null {
    const rows: Map<string, MirrorRows[Table] | null> = this.#rows[table];
    const row = rows.get(key);
    if (row === undefined) throw new Error(`the mutation reads ${table} ${key} without declaring it`);
    return row;
  }

  put<Table extends EntityTableName>(table: Table, key: string, row: MirrorRows[Table]): void {
    if (this.#writable && !this.#writable.has(table)) return;
    this.load(table, key, row);
  }

  remove(table: EntityTableName, key: string): void {
    if (this.#writable && !this.#writable.has(table)) return;
    this.load(table, key, null);
  }

  get lists(): ChildLists {
    return this.#lists;
  }

  setLists(changed: ReadonlyMap<string, readonly string[]>): void {
    if (this.#writable && !this.#writable.has('elements')) return;
    for (const [parent, children] of changed) {
      this.#lists.set(parent, children);
      this.#writtenLists.add(childListKey(this.#transaction, parent));
    }
  }

  /** Keys of the child lists that a mutation wrote, changed or not. */
  get writtenLists(): ReadonlySet<string> {
    return this.#writtenLists;
  }

  /** Every row loaded or written, as it stands now. A list without children is absent, but for the top level's. */
  *rows(): Generator<RowChange> {
    for (const [key, row] of this.#rows.transactions) yield { table: 'transactions', key, row };
    for (const [key, row] of this.#rows.elements) yield { table: 'elements', key, row };
    for (const [key, row] of this.#rows.items) yield { table: 'items', key, row };
    for (const [key, row] of this.#rows.documents) yield { table: 'documents', key, row };
    for (const [key, row] of this.#rows.notifications) yield { table: 'notifications', key, row };
    for (const [parent, children] of this.#lists) {
      const key = childListKey(this.#transaction, parent);
      const row = { key, transaction: this.#transaction, parent, children: [...children] };
      yield { table: 'childLists', key, row: children.length > 0 || parent === TOP ? row : null };
    }
  }

  /** Loads a row of whichever table. */
  take(change: RowChange): void {
    switch (change.table) {
      case 'transactions':
        return this.load(change.table, change.key, change.row);
      case 'elements':
        return this.load(change.table, change.key, change.row);
      case 'items':
        return this.load(change.table, change.key, change.row);
      case 'documents':
        return this.load(change.table, change.key, change.row);
      case 'notifications':
        return this.load(change.table, change.key, change.row);
      case 'childLists': {
        const parent = change.row?.parent ?? change.key.slice(change.key.indexOf('/') + 1);
        this.#lists.set(parent, change.row?.children ?? []);
      }
    }
  }
}

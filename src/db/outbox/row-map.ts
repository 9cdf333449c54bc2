import type { MirrorTable } from '../rows.ts';

/** Names a row of any mirrored table. */
export interface MirrorKey {
  table: MirrorTable;
  key: string;
}

/** Values by table and key. There is one map per table, because a combined key would be hashed again at every lookup. */
export class RowMap<Value> {
  readonly #tables = new Map<MirrorTable, Map<string, Value>>();

  /** Values that contain their own table and key. The last one for each key counts. */
  static of<Value extends MirrorKey>(...lists: Iterable<Value>[]): RowMap<Value> {
    const rows = new RowMap<Value>();
    for (const list of lists) for (const value of list) rows.set(value, value);
    return rows;
  }

  get({ table, key }: MirrorKey): Value | undefined {
    return this.#tables.get(table)?.get(key);
  }

  has({ table, key }: MirrorKey): boolean {
    return this.#tables.get(table)?.has(key) ?? false;
  }

  set({ table, key }: MirrorKey, value: Value): void {
    const values = this.#tables.get(table);
    if (values) values.set(key, value);
    else this.#tables.set(table, new Map([[key, value]]));
  }

  *values(): Generator<Value> {
    for (const values of this.#tables.values()) yield* values.values();
  }
}

import type { CollectionName } from '../../contract/collections/deal-collections.ts';
import type { MirrorDatabase } from '../database.ts';
import type { DealRows } from './deal-rows.ts';
import { dealTables } from './deal-tables.ts';

/** What a screen shows of a deal, kept in memory while the screen is shown. For `useSyncExternalStore`. */
export interface RowsView<Shown> {
  subscribe: (listener: () => void) => () => void;
  /** Null until the rows have been read. */
  getSnapshot: () => Shown | null;
}

/** What a view shows. */
export interface ViewSource<Table extends CollectionName, Shown> {
  tables: readonly Table[];
  /**
   * Builds what is shown, again each time a row of the tables changes. `before`: the last rows and their result; unchanged
   * parts keep their identity.
   */
  compose: (rows: DealRows<Table>, before: { rows: DealRows<Table>; shown: Shown } | null) => Shown;
}

/** Shows some tables of a deal. */
export function rowsView<Table extends CollectionName, Shown>(
  db: MirrorDatabase,
  transaction: string,
  { tables, compose }: ViewSource<Table, Shown>,
): RowsView<Shown> {
  const listeners = new Set<() => void>();
  let last: { rows: DealRows<Table>; shown: Shown } | null = null;
  let stop: (() => void) | null = null;
  const show = (rows: DealRows<Table>) => {
    const before = last;
    if (before && tables.every((table) => before.rows[table] === rows[table])) return;
    last = { rows, shown: compose(rows, before) };
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      stop ??= dealTables(db, transaction).use(tables, show);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    getSnapshot: () => last?.shown ?? null,
  };
}

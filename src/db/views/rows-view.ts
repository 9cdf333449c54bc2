import { liveQuery } from 'dexie';
import type { CollectionName } from '../../contract/collections/deal-collections.ts';
import { changeSeq, subscribeChanges, type AnnouncedSet } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import type { NewEdit } from '../outbox/command.ts';
import {
  readDealRows,
  sharing,
  withChanges,
  withEdits,
  type CommittedRows,
  type DealRows,
} from './deal-rows.ts';
import { registerView, type EndShowing } from './uncommitted-edits.ts';

/** What a screen shows of a deal, kept in memory while it is shown. For `useSyncExternalStore`. */
export interface RowsView<Shown> {
  subscribe: (listener: () => void) => () => void;
  /** Null until the rows have been read. */
  getSnapshot: () => Shown | null;
}

/** What a view shows. */
export interface ViewSource<Table extends CollectionName, Shown> {
  tables: readonly Table[];
  /** Builds what is shown. `before`: the last rows and their result; unchanged parts keep their identity. */
  compose: (rows: DealRows<Table>, before: { rows: DealRows<Table>; shown: Shown } | null) => Shown;
}

/** How long a commit's announcement may take before it counts as lost, milliseconds. */
const ANNOUNCED_WITHIN_MS = 500;

/** Edits that are shown before their commit. */
interface ShownFirst {
  edits: readonly NewEdit[];
  /** The number of the commit that has them; Infinity = not committed yet. */
  seq: number;
}

/**
 * Reads rows once, then patches them from committed change sets; a gap in their numbers reads them again. Reading 15,000 rows at each
 * commit would cost several frames. This tab's edits are shown at once: folded over the committed rows (SPEC: SHOW).
 */
export function rowsView<Table extends CollectionName, Shown>(
  db: MirrorDatabase,
  transaction: string,
  source: ViewSource<Table, Shown>,
): RowsView<Shown> {
  let close: (() => void) | null = null;
  const listeners = new Set<() => void>();
  let snapshot: Shown | null = null;
  const show = (next: Shown) => {
    snapshot = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      close ??= open(db, transaction, source, show);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        close?.();
        close = null;
      };
    },
    getSnapshot: () => snapshot,
  };
}

function open<Table extends CollectionName, Shown>(
  db: MirrorDatabase,
  transaction: string,
  { tables, compose }: ViewSource<Table, Shown>,
  show: (shown: Shown) => void,
): () => void {
  let committed: CommittedRows<Table> | null = null;
  let last: { rows: DealRows<Table>; shown: Shown } | null = null;
  let first: ShownFirst[] = [];
  let waiting: AnnouncedSet[] = [];
  let isReading = false;
  let isFlushing = false;
  let isClosed = false;
  const isOurs = ({ lane }: { lane: string }) => lane === transaction;

  const publish = (): void => {
    if (!committed || isClosed) return;
    const { seq, rows } = committed;
    first = first.filter((each) => each.seq > seq);
    const edits = first.flatMap((each) => each.edits);
    const edited = edits.length > 0 ? withEdits(rows, tables, edits, transaction) : rows;
    const next = last ? sharing(last.rows, edited, tables) : edited;
    last = { rows: next, shown: compose(next, last) };
    show(last.shown);
  };
  const read = async (): Promise<void> => {
    if (isReading || isClosed) return;
    isReading = true;
    committed = await readDealRows(db, transaction, tables).catch((error: unknown) => {
      console.error('Failed to read the rows of a view.', error);
      return committed;
    });
    isReading = false;
    flush();
  };
  /** Applies all pending change sets at once: a paste makes one for each value. */
  const flush = (): void => {
    isFlushing = false;
    if (isReading || !committed) return;
    const { seq } = committed;
    const sets = waiting.filter((set) => set.seq > seq).toSorted((one, other) => one.seq - other.seq);
    waiting = [];
    if (sets.some((set, at) => set.seq !== seq + at + 1 || set.changes === null)) {
      void read();
      return;
    }
    const changes = sets.flatMap((set) => set.changes ?? []);
    committed = { rows: withChanges(committed.rows, tables, changes), seq: seq + sets.length };
    publish();
  };
  const showFirst = (made: readonly NewEdit[]): EndShowing => {
    const each: ShownFirst = { edits: made.filter(({ mutation }) => isOurs(mutation.row)), seq: Infinity };
    if (each.edits.length === 0) return () => undefined;
    first.push(each);
    publish();
    return (sets) => {
      // After a failed commit, the edits are reverted at once. Otherwise they stay until their rows arrive.
      each.seq = sets?.findLast(isOurs)?.seq ?? -1;
      if (committed && each.seq <= committed.seq) publish();
    };
  };
  const stops = [
    registerView(db, showFirst),
    subscribeChanges(db.userId, (set) => {
      if (!isOurs(set)) return;
      waiting.push(set);
      if (isFlushing) return;
      isFlushing = true;
      queueMicrotask(flush);
    }),
  ];
  // If a worker dies between its commit and the announcement, the announcement never comes.
  let lost: ReturnType<typeof setTimeout> | undefined;
  const watch = liveQuery(async () => changeSeq(db, transaction)).subscribe((seq) => {
    clearTimeout(lost);
    lost = setTimeout(() => {
      if (committed?.seq !== seq) void read();
    }, ANNOUNCED_WITHIN_MS);
  });
  void read();
  return () => {
    isClosed = true;
    clearTimeout(lost);
    watch.unsubscribe();
    for (const stop of stops) stop();
  };
}

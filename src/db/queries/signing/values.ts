import { liveQuery } from 'dexie';
import { changeSeq, subscribeChanges, type AnnouncedSet } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { NewEdit } from '../../outbox/command.ts';
import { registerView, type EndShowing } from '../../views/uncommitted-edits.ts';
import {
  changesBy,
  readValueRows,
  valuesOf,
  withChanges,
  type ValueRows,
  type Values,
} from './value-rows.ts';

/** The values of a deal's signatories, kept in memory while a screen shows them. For `useSyncExternalStore`. */
export interface ValuesView {
  subscribe: (listener: () => void) => () => void;
  /** Null until they have been read. */
  getSnapshot: () => Values | null;
}

/** How long the announcement of a commit may be under way before it counts as lost, milliseconds. */
const ANNOUNCED_WITHIN_MS = 500;

/** Edits that are shown before their commit. */
interface ShownFirst {
  edits: readonly NewEdit[];
  /** The number of the commit that has them; Infinity = not committed yet. */
  seq: number;
}

/**
 * Reads the values once, then patches them from committed change sets; a gap in their numbers reads them again. Reading 15,000 values
 * at each edit would cost several frames. This tab's edits are shown at once: folded over the committed rows (SPEC: SHOW).
 */
export function valuesView(db: MirrorDatabase, transaction: string): ValuesView {
  let close: (() => void) | null = null;
  const listeners = new Set<() => void>();
  let snapshot: Values | null = null;
  const show = (next: Values) => {
    snapshot = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      close ??= open(db, transaction, show);
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

function open(db: MirrorDatabase, transaction: string, show: (values: Values) => void): () => void {
  let committed: { rows: ValueRows; seq: number } | null = null;
  let shown: { rows: ValueRows; values: Values } | null = null;
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
    const next = edits.length > 0 ? withChanges(rows, changesBy(rows, edits, transaction)) : rows;
    shown = { rows: next, values: valuesOf(next, shown) };
    show(shown.values);
  };
  const read = async (): Promise<void> => {
    if (isReading || isClosed) return;
    isReading = true;
    committed = await readValueRows(db, transaction).catch((error: unknown) => {
      console.error('Failed to read the values.', error);
      return committed;
    });
    isReading = false;
    flush();
  };
  /** Takes in the sets that wait, all at once: a paste makes one for each value. */
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
    if (changes.length > 0)
      committed = { rows: withChanges(committed.rows, changes), seq: seq + sets.length };
    publish();
  };
  const showFirst = (made: readonly NewEdit[]): EndShowing => {
    const each: ShownFirst = { edits: made.filter(({ mutation }) => isOurs(mutation.row)), seq: Infinity };
    if (each.edits.length === 0) return () => undefined;
    first.push(each);
    publish();
    return (sets) => {
      // After a failed commit, the edits are taken back at once. Otherwise they stay until their rows have come.
      each.seq = sets?.findLast(isOurs)?.seq ?? -1;
      if (sets === null) publish();
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
  // A worker that dies between its commit and the announcement leaves nobody to tell of it.
  let lost: ReturnType<typeof setTimeout> | undefined;
  const watch = liveQuery(async () => changeSeq(db, transaction)).subscribe((seq) => {
    clearTimeout(lost);
    lost = setTimeout(() => {
      if (committed && committed.seq !== seq) void read();
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

import { liveQuery } from 'dexie';
import type { MirrorDatabase } from '../../database.ts';
import type { NewEdit } from '../../outbox/command.ts';
import { registerView, type EndShowing } from '../../views/uncommitted-edits.ts';
import { readMatrixRows, sharing, withEdits, type MatrixRows } from './matrix-rows.ts';

/** The rows of a signature matrix while a screen shows it. For `useSyncExternalStore`. */
export interface MatrixView {
  subscribe: (listener: () => void) => () => void;
  /** Null until they have been read. */
  getSnapshot: () => MatrixRows | null;
}

/** Edits that are shown before their commit. */
interface ShownFirst {
  edits: readonly NewEdit[];
  /** The number of the commit that has them; Infinity = not committed yet. */
  seq: number;
}

/**
 * Reads the rows by a live query, and shows this tab's edits at once: folded over the committed rows until those have them
 * (SPEC: SHOW). A toggle is painted in the next frame, whatever the disk takes.
 */
export function matrixView(db: MirrorDatabase, transaction: string): MatrixView {
  const listeners = new Set<() => void>();
  let committed: MatrixRows | null = null;
  let first: ShownFirst[] = [];
  let shown: MatrixRows | null = null;

  const publish = (): void => {
    if (!committed) return;
    const { seq } = committed;
    first = first.filter((each) => each.seq > seq);
    const edits = first.flatMap((each) => each.edits);
    const next = edits.length > 0 ? withEdits(committed, edits, transaction) : committed;
    shown = shown ? sharing(shown, next) : next;
    for (const listener of listeners) listener();
  };
  const showFirst = (made: readonly NewEdit[]): EndShowing => {
    const isOurs = ({ lane }: { lane: string }) => lane === transaction;
    const each: ShownFirst = { edits: made.filter(({ mutation }) => isOurs(mutation.row)), seq: Infinity };
    if (each.edits.length === 0) return () => undefined;
    first.push(each);
    publish();
    return (sets) => {
      // After a failed commit, the edits are taken back at once. Otherwise they stay until their rows have been read.
      each.seq = sets?.findLast(isOurs)?.seq ?? -1;
      publish();
    };
  };
  const open = (): (() => void) => {
    const unregister = registerView(db, showFirst);
    const query = liveQuery(async () => readMatrixRows(db, transaction)).subscribe((rows) => {
      committed = committed ? sharing(committed, rows) : rows;
      publish();
    });
    return () => {
      unregister();
      query.unsubscribe();
    };
  };

  let close: (() => void) | null = null;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      close ??= open();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        close?.();
        close = null;
      };
    },
    getSnapshot: () => shown,
  };
}

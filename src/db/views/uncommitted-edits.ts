import type { ChangeSet } from '../change-sets.ts';
import type { NewEdit } from '../outbox/command.ts';
import type { MirrorDatabase } from '../database.ts';

/** Called once with the result of the edits: the change sets of their commit, or null if it failed. */
export type EndShowing = (sets: readonly ChangeSet[] | null) => void;

/** Shows edits immediately, if they belong to its deal. */
export type ShowEdits = (edits: readonly NewEdit[]) => EndShowing;

/** How long a commit's announcement may take before it counts as lost, milliseconds. */
export const ANNOUNCED_WITHIN_MS = 500;

/** Edits that a view shows before it has their commit. */
export interface ShownFirst {
  readonly edits: readonly NewEdit[];
  /** The number of the commit that has them; Infinity = they are not committed yet. */
  seq: number;
}

interface Screens {
  readonly views: Set<ShowEdits>;
  /** The number of this tab's edits that are not committed yet. */
  uncommitted: number;
  readonly listeners: Set<() => void>;
}

const all = new WeakMap<MirrorDatabase, Screens>();

function screensOf(db: MirrorDatabase): Screens {
  const known = all.get(db) ?? { views: new Set(), uncommitted: 0, listeners: new Set() };
  all.set(db, known);
  return known;
}

/** Registers a view that shows edits before they are committed. Returns an unregister function. */
export function registerView(db: MirrorDatabase, show: ShowEdits): () => void {
  const { views } = screensOf(db);
  views.add(show);
  return () => views.delete(show);
}

/** Shows edits on every view, in the task that makes them (SPEC: SHOW1). */
export function showEdits(db: MirrorDatabase, edits: readonly NewEdit[]): EndShowing {
  const screens = screensOf(db);
  count(screens, edits.length);
  const ends = [...screens.views].map((show) => attempt(() => show(edits)));
  return (sets) => {
    for (const end of ends) attempt(() => end?.(sets));
    count(screens, -edits.length);
  };
}

/**
 * Shows something, and only logs a failure, because a bug in a screen must not keep an edit from the disk, or from other
 * screens.
 */
export function attempt<Result>(show: () => Result): Result | undefined {
  try {
    return show();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

function count(screens: Screens, by: number): void {
  screens.uncommitted += by;
  for (const listener of screens.listeners) listener();
}

/** The number of this tab's edits that are not committed yet. As long as it isn't zero, nothing says "saved" (SPEC: SHOW4). */
export function uncommittedEdits(db: MirrorDatabase): number {
  return screensOf(db).uncommitted;
}

/** Subscribes to changes of that number. Returns an unsubscribe function. */
export function subscribeUncommitted(db: MirrorDatabase, listener: () => void): () => void {
  const { listeners } = screensOf(db);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import type { ChildLists } from '../../contract/rules/checklist/child-lists.ts';
import type { CommitMark } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';

/** A deal's child lists in memory, as of that commit. */
export interface CachedChildLists extends CommitMark {
  lists: ChildLists;
}

/** Returns the cached lists; null = none yet. */
type Holder = () => CachedChildLists | null;

const holders = new WeakMap<MirrorDatabase, Map<string, Holder>>();

/**
 * Lets edits of a deal use lists in memory, because reading thousands of lists takes longer than changing them. Returns an
 * unsubscribe function.
 */
export function cacheChildLists(db: MirrorDatabase, lane: string, holder: Holder): () => void {
  const ofDeals = holders.get(db) ?? new Map<string, Holder>();
  holders.set(db, ofDeals.set(lane, holder));
  return () => {
    if (ofDeals.get(lane) === holder) ofDeals.delete(lane);
  };
}

/** Returns the lists after a commit, if exactly those are in memory. */
export function cachedChildLists(db: MirrorDatabase, lane: string, mark: CommitMark): ChildLists | null {
  const held = holders.get(db)?.get(lane)?.();
  const stand = held && held.born !== null && held.born === mark.born && held.seq === mark.seq;
  return stand ? held.lists : null;
}

/** Returns whether it is worth looking up which commit was the last one. */
export function cachesChildLists(db: MirrorDatabase, lane: string): boolean {
  return holders.get(db)?.has(lane) ?? false;
}

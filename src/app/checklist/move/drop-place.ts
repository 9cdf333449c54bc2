import { placesIn, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { before } from '../../../contract/rules/checklist/place.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import {
  changesNothing,
  isAtOrInside,
  staying,
  whyBlocked,
  type Move,
  type WantedMove,
} from './legal-move.ts';

/** Where the pointer is on a row, as the tree hitbox reports it. */
export type DropSpot =
  | { type: 'reorder-above' | 'reorder-below' | 'make-child' }
  /** Below the last row of a group, at the level of an ancestor; levels count from 0. */
  | { type: 'reparent'; desiredLevel: number };

/**
 * Returns the move that dropping a block (from `blockOf`) there asks for; null if it would change nothing.
 * `expanded`: the target shows its children, so that "inside" means before the first of them.
 */
export function dropPlace(
  snapshot: ChecklistSnapshot,
  block: readonly string[],
  target: { uuid: string; expanded: boolean },
  spot: DropSpot,
): WantedMove | null {
  const places = placesIn(snapshot.lists);
  const place = places.get(target.uuid);
  const ids = [...block];
  if (!place || ids.length === 0 || ids.includes(target.uuid)) return null;
  // At any level: a user who drops a row on its own block does not mean a place outside the block.
  if (isAtOrInside(places, target.uuid, new Set(ids))) {
    const blocked = whyBlocked(snapshot, ids, target.uuid);
    return blocked === null ? null : { blocked };
  }

  let move: Move;
  if (spot.type === 'make-child') {
    const children = staying(snapshot, target.uuid, ids);
    move = { ids, parent: target.uuid, after: target.expanded ? null : (children.at(-1) ?? null) };
  } else if (spot.type === 'reparent') {
    const ancestor = ancestorAt(places, target.uuid, spot.desiredLevel);
    move = { ids, parent: places.get(ancestor)?.parent ?? TOP, after: ancestor };
  } else if (spot.type === 'reorder-below') {
    move = { ids, parent: place.parent, after: target.uuid };
  } else {
    const rest = staying(snapshot, place.parent, ids);
    move = { ids, parent: place.parent, after: before(rest, target.uuid) };
  }
  const blocked = whyBlocked(snapshot, ids, move.parent);
  if (blocked !== null) return { blocked };
  return changesNothing(snapshot, move) ? null : { move };
}

/** Returns the row, or its ancestor, at a level (0 = top). */
function ancestorAt(
  places: ReadonlyMap<string, { parent: string; index: number }>,
  uuid: string,
  level: number,
): string {
  const way = [uuid];
  for (let at = places.get(uuid)?.parent; at !== undefined && at !== TOP; at = places.get(at)?.parent) {
    if (way.includes(at)) break;
    way.unshift(at);
  }
  return way[Math.min(Math.max(level, 0), way.length - 1)] ?? uuid;
}

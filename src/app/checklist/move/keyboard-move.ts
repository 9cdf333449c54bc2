import { placesIn, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { indexAfter } from '../../../contract/rules/checklist/order.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { MOVES, someItems } from '../checklist-copy.ts';
import { staying, whyBlocked, type Move, type WantedMove } from './legal-move.ts';

export type MoveDirection = 'up' | 'down' | 'in' | 'out';

/**
 * Returns where Alt and an arrow key move a block (from `blockOf`): up or down among its siblings, in under the sibling
 * above, or out to after its parent. The move starts at the first row; rows from other parents join it there.
 */
export function keyboardMove(
  snapshot: ChecklistSnapshot,
  block: readonly string[],
  direction: MoveDirection,
): WantedMove {
  const places = placesIn(snapshot.lists);
  const first = block[0];
  const place = first === undefined ? undefined : places.get(first);
  if (!place) return { blocked: MOVES.noneSelected };
  const ids = [...block];
  const { parent } = place;
  const rest = staying(snapshot, parent, ids);
  const siblings = snapshot.lists.get(parent) ?? [];
  const moved = new Set(ids);
  const before = siblings.slice(0, place.index).filter((id) => !moved.has(id));

  switch (direction) {
    case 'up': {
      if (before.length === 0) return { blocked: MOVES.alreadyFirst(under(snapshot, parent)) };
      return allowed(snapshot, { ids, parent, after: before.at(-2) ?? null });
    }
    case 'down': {
      const next = rest[before.length];
      if (next === undefined) return { blocked: MOVES.alreadyLast(under(snapshot, parent)) };
      return allowed(snapshot, { ids, parent, after: next });
    }
    case 'in': {
      const above = before.at(-1);
      if (above === undefined) return { blocked: MOVES.noneAbove };
      return allowed(snapshot, { ids, parent: above, after: staying(snapshot, above, ids).at(-1) ?? null });
    }
    default: {
      if (parent === TOP) return { blocked: MOVES.alreadyAtTop };
      const grandparent = places.get(parent)?.parent ?? TOP;
      return allowed(snapshot, { ids, parent: grandparent, after: parent });
    }
  }
}

/** Returns "Moved Escrow Agreement to position 3 of 7 under Ancillary Documents". Call it before the move is applied. */
export function describeMove(snapshot: ChecklistSnapshot, move: Move): string {
  const rest = staying(snapshot, move.parent, move.ids);
  const first = (indexAfter(rest, move.after) ?? rest.length) + 1;
  const total = rest.length + move.ids.length;
  const where = under(snapshot, move.parent);
  const [only = ''] = move.ids;
  if (move.ids.length === 1)
    return MOVES.movedOne(snapshot.entries.get(only)?.name ?? '', first, total, where);
  const positions = [first, first + move.ids.length - 1] as const;
  return MOVES.movedMany(someItems(move.ids.length), positions, total, where);
}

function allowed(snapshot: ChecklistSnapshot, move: Move): WantedMove {
  const blocked = whyBlocked(snapshot, move.ids, move.parent);
  return blocked === null ? { move } : { blocked };
}

function under(snapshot: ChecklistSnapshot, parent: string): string {
  if (parent === TOP) return MOVES.atTop;
  const name = snapshot.entries.get(parent)?.name;
  return name === undefined ? MOVES.underUnknown : MOVES.under(name);
}

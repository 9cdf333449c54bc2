import { placesIn, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { staying, whyBlocked, type Move, type WantedMove } from './legal-move.ts';

export type MoveDirection = 'up' | 'down' | 'in' | 'out';

/**
 * Where Alt and an arrow take a block (from `blockOf`): up and down among the siblings, in under the sibling before, out
 * behind the parent. The first of the block says from where; a block from several parents gathers there.
 */
export function keyboardMove(
  snapshot: ChecklistSnapshot,
  block: readonly string[],
  direction: MoveDirection,
): WantedMove {
  const places = placesIn(snapshot.lists);
  const first = block[0];
  const place = first === undefined ? undefined : places.get(first);
  if (!place) return { blocked: 'Nothing is selected' };
  const ids = [...block];
  const { parent } = place;
  const rest = staying(snapshot, parent, ids);
  const siblings = snapshot.lists.get(parent) ?? [];
  const moved = new Set(ids);
  const before = siblings.slice(0, place.index).filter((id) => !moved.has(id));

  switch (direction) {
    case 'up': {
      if (before.length === 0) return { blocked: `Already first ${under(snapshot, parent)}` };
      return allowed(snapshot, { ids, parent, after: before.at(-2) ?? null });
    }
    case 'down': {
      const next = rest[before.length];
      if (next === undefined) return { blocked: `Already last ${under(snapshot, parent)}` };
      return allowed(snapshot, { ids, parent, after: next });
    }
    case 'in': {
      const above = before.at(-1);
      if (above === undefined) return { blocked: 'There is no entry above it to move it under' };
      return allowed(snapshot, { ids, parent: above, after: staying(snapshot, above, ids).at(-1) ?? null });
    }
    default: {
      if (parent === TOP) return { blocked: 'Already at the top level' };
      const grandparent = places.get(parent)?.parent ?? TOP;
      return allowed(snapshot, { ids, parent: grandparent, after: parent });
    }
  }
}

/** "Moved Escrow Agreement to position 3 of 7 under Ancillary Documents": what a move comes to, before it is made. */
export function describeMove(snapshot: ChecklistSnapshot, move: Move): string {
  const rest = staying(snapshot, move.parent, move.ids);
  const first = move.after === null ? 1 : rest.indexOf(move.after) + 2;
  const total = rest.length + move.ids.length;
  const only = move.ids.length === 1 ? move.ids[0] : undefined;
  const what =
    only === undefined ? `${move.ids.length} entries` : (snapshot.entries.get(only)?.name ?? 'Entry');
  const where =
    only === undefined ? `positions ${first} to ${first + move.ids.length - 1}` : `position ${first}`;
  return `Moved ${what} to ${where} of ${total} ${under(snapshot, move.parent)}`;
}

function allowed(snapshot: ChecklistSnapshot, move: Move): WantedMove {
  const blocked = whyBlocked(snapshot, move.ids, move.parent);
  return blocked === null ? { move } : { blocked };
}

function under(snapshot: ChecklistSnapshot, parent: string): string {
  return parent === TOP ? 'at the top level' : `under ${snapshot.entries.get(parent)?.name ?? 'its header'}`;
}

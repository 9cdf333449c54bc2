import { placesIn, TOP, type Places } from '../../../contract/rules/checklist/child-lists.ts';
import { indexAfter, withInserted } from '../../../contract/rules/checklist/order.ts';
import { mayLieUnder } from '../../../contract/rules/checklist/containment.ts';
import type { MoveElementsArgs } from '../../../db/commands/checklist/move-elements.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { MOVES, quoted, someItems } from '../checklist-copy.ts';

/** A block of rows, and the place that it goes to. */
export type Move = Omit<MoveElementsArgs, 'transaction'>;

/** A requested move: the move itself, or the reason why it is not allowed. */
export type WantedMove = { move: Move } | { blocked: string };

/**
 * Returns the selected rows as one block to move: in reading order, without rows inside another selected row, which move
 * with it.
 */
export function blockOf(snapshot: ChecklistSnapshot, chosen: ReadonlySet<string>): string[] {
  // The usual case, without walking through thousands of rows.
  if (chosen.size === 1) return [...chosen].filter((id) => placesIn(snapshot.lists).has(id));
  const block: string[] = [];
  const pending = [...(snapshot.lists.get(TOP) ?? [])].toReversed();
  const seen = new Set<string>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (chosen.has(id)) block.push(id);
    else pending.push(...[...(snapshot.lists.get(id) ?? [])].toReversed());
  }
  return block;
}

/** Returns whether all of `ids` may be under `parent`: their kinds allow it, and the parent is not inside the block. */
export function isLegalParent(snapshot: ChecklistSnapshot, ids: readonly string[], parent: string): boolean {
  const parentKind = parent === TOP ? null : snapshot.entries.get(parent)?.kind;
  if (parentKind === undefined) return false;
  const moved = new Set(ids);
  if (isAtOrInside(placesIn(snapshot.lists), parent, moved)) return false;
  return ids.every((id) => {
    const kind = snapshot.entries.get(id)?.kind;
    return kind !== undefined && mayLieUnder(kind, parentKind);
  });
}

/** Returns why the rows may not be under `parent`; null if they may. */
export function whyBlocked(
  snapshot: ChecklistSnapshot,
  ids: readonly string[],
  parent: string,
): string | null {
  if (isLegalParent(snapshot, ids, parent)) return null;
  if (isAtOrInside(placesIn(snapshot.lists), parent, new Set(ids))) {
    const only = ids.length === 1 ? snapshot.entries.get(ids[0] ?? '')?.name : undefined;
    return only === undefined ? MOVES.manyIntoThemselves : MOVES.intoItself(only);
  }
  const entry = snapshot.entries.get(parent);
  return entry?.kind === 'task' ? MOVES.underTask(entry.name) : MOVES.onlyDocumentsUnder(entry?.name ?? '');
}

/** Returns whether `id` is one of `roots` or below one of them. */
export function isAtOrInside(places: Places, id: string, roots: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && at !== TOP; at = places.get(at)?.parent) {
    if (roots.has(at)) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}

/** Returns a parent's children without `ids`. */
export function staying(snapshot: ChecklistSnapshot, parent: string, ids: readonly string[]): string[] {
  const moved = new Set(ids);
  return (snapshot.lists.get(parent) ?? []).filter((id) => !moved.has(id));
}

/** Returns whether the move would leave every row where it is. */
export function changesNothing(snapshot: ChecklistSnapshot, move: Move): boolean {
  const now = snapshot.lists.get(move.parent) ?? [];
  const rest = staying(snapshot, move.parent, move.ids);
  const then = withInserted(rest, move.ids, indexAfter(rest, move.after));
  return then.length === now.length && then.every((id, index) => id === now[index]);
}

/** Returns how an action names its rows: one by its name, several by their number. */
export function namesOf({ entries }: ChecklistSnapshot, uuids: readonly string[]): string {
  const [first = ''] = uuids;
  return uuids.length === 1 ? quoted(entries.get(first)?.name ?? '') : someItems(uuids.length);
}

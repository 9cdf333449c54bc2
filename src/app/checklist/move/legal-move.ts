import { placesIn, TOP, type Places } from '../../../contract/rules/checklist/child-lists.ts';
import type { ChecklistEntry, ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';

type Kind = ChecklistEntry['kind'];

/** Where a block of entries goes: behind the sibling `after`, or first. */
export interface Move {
  ids: string[];
  /** An element's uuid, or `TOP`. */
  parent: string;
  after: string | null;
}

/** What a person's wish to move comes to: a move, or words that say why not. */
export type WantedMove = { move: Move } | { blocked: string };

/** The rule of docs/product/checklist.md, "Elements": only items lie under an item, nothing under a task. */
function mayLieUnder(child: Kind, parent: Kind | null): boolean {
  if (parent === 'task') return false;
  if (parent === 'item') return child === 'item';
  return true;
}

/**
 * The chosen entries as the block that a move takes: in reading order, without what lies inside another chosen entry
 * and goes along with it.
 */
export function blockOf(snapshot: ChecklistSnapshot, chosen: ReadonlySet<string>): string[] {
  // The usual case, without a walk through thousands.
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

/** Whether all of `ids` may lie under `parent`: the rule of kinds holds, and the parent is not inside what moves. */
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

/** Why the entries may not lie under `parent`, in words; null where they may. */
export function whyBlocked(
  snapshot: ChecklistSnapshot,
  ids: readonly string[],
  parent: string,
): string | null {
  if (isLegalParent(snapshot, ids, parent)) return null;
  if (isAtOrInside(placesIn(snapshot.lists), parent, new Set(ids))) {
    const only = ids.length === 1 ? snapshot.entries.get(ids[0] ?? '')?.name : undefined;
    return only === undefined
      ? 'Entries cannot be placed inside one of themselves'
      : `${only} cannot be placed inside itself`;
  }
  const entry = snapshot.entries.get(parent);
  return entry?.kind === 'task'
    ? `Nothing can be placed under the task ${entry.name}`
    : `Only documents can be placed under the document ${entry?.name ?? ''}`;
}

/** Whether `id` is one of `roots` or lies below one. */
export function isAtOrInside(places: Places, id: string, roots: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && at !== TOP; at = places.get(at)?.parent) {
    if (roots.has(at)) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}

/** The siblings of a list that stay when `ids` are taken out. */
export function staying(snapshot: ChecklistSnapshot, parent: string, ids: readonly string[]): string[] {
  const moved = new Set(ids);
  return (snapshot.lists.get(parent) ?? []).filter((id) => !moved.has(id));
}

/** Whether the move would leave everything where it is. */
export function changesNothing(snapshot: ChecklistSnapshot, move: Move): boolean {
  const now = snapshot.lists.get(move.parent) ?? [];
  const rest = staying(snapshot, move.parent, move.ids);
  const at = move.after === null ? 0 : rest.indexOf(move.after) + 1;
  rest.splice(at, 0, ...move.ids);
  return rest.length === now.length && rest.every((id, index) => id === now[index]);
}

/** What an act is about, as it is said of it: the name of one, the number of several. */
export function namesOf({ entries }: ChecklistSnapshot, uuids: readonly string[]): string {
  const [first = ''] = uuids;
  return uuids.length === 1 ? `“${entries.get(first)?.name ?? ''}”` : `${uuids.length} entries`;
}

import { byOrder, withInserted } from './order.ts';

/** The key of the list of elements without a parent. Parent uuids are the other keys. */
export const TOP = 'top';

/** Returns the key of the list that a `parent_element` names: on the wire, and only there, the top level is null. */
export function listKey(parent: string | null): string {
  return parent ?? TOP;
}

/** Returns the `parent_element` of the elements in a list. */
export function parentElement(key: string): string | null {
  return key === TOP ? null : key;
}

/** The order and parentage of a checklist: for each parent, its children's ids in order. */
export type ChildLists = ReadonlyMap<string, readonly string[]>;

/** The result of a change to the tree: only the lists that differ, or why it is impossible. */
export type ListsChange = { ok: true; lists: Map<string, string[]> } | { ok: false; reason: 'cycle' };

export interface Placed {
  uuid: string;
  order: number;
  parent_element: string | null;
}

/**
 * The lists from rows with `order` and `parent_element`. Total: an element whose parent is missing, or that is in a cycle, goes
 * to the end of the top level; equal orders fall back to the uuid.
 */
export function buildChildLists(elements: readonly Placed[]): Map<string, string[]> {
  const known = new Set(elements.map((element) => element.uuid));
  const byParent = new Map<string, Placed[]>();
  const orphans: Placed[] = [];
  for (const element of elements) {
    const { parent_element: parent } = element;
    if (parent !== null && !known.has(parent)) {
      orphans.push(element);
      continue;
    }
    const siblings = byParent.get(listKey(parent));
    if (siblings) siblings.push(element);
    else byParent.set(listKey(parent), [element]);
  }
  const lists = new Map<string, string[]>();
  for (const [parent, children] of byParent) lists.set(parent, inOrder(children));
  if (orphans.length > 0) lists.set(TOP, [...(lists.get(TOP) ?? []), ...inOrder(orphans)]);
  return untangle(lists);
}

/**
 * Elements that can't be reached from the top, which are cycles and what is below them, are cut open and put at the
 * end.
 */
function untangle(lists: Map<string, string[]>): Map<string, string[]> {
  const reached = below(lists, [TOP]);
  const lost = [...lists].flatMap(([parent, children]) =>
    children.map((id) => ({ id, parent })).filter((place) => !reached.has(place.id)),
  );
  for (const { id, parent } of lost.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (reached.has(id)) continue;
    lists.set(
      parent,
      (lists.get(parent) ?? []).filter((sibling) => sibling !== id),
    );
    lists.set(TOP, [...(lists.get(TOP) ?? []), id]);
    reached.add(id);
    below(lists, [id], reached);
  }
  return lists;
}

function inOrder(children: readonly Placed[]): string[] {
  return children.toSorted(byOrder).map((element) => element.uuid);
}

export type Places = ReadonlyMap<string, { parent: string; index: number }>;

/** The list of each element, and its position there. */
export function placesOf(lists: ChildLists): Places {
  const places = new Map<string, { parent: string; index: number }>();
  for (const [parent, children] of lists) children.forEach((id, index) => places.set(id, { parent, index }));
  return places;
}

const counted = new WeakMap<ChildLists, Places>();

/** The same, computed once for lists that no longer change, as in a snapshot or a draft. */
export function placesIn(lists: ChildLists): Places {
  const known = counted.get(lists) ?? placesOf(lists);
  counted.set(lists, known);
  return known;
}

/**
 * Moves several elements as one block (docs/product/checklist.md, "Moving"): drops duplicates, unknown ids and ids
 * inside another moved element; removes all of them; inserts them in the given order at `order`, counted without them
 * and clamped (absent = the end). A target inside a moved element is a cycle.
 */
export function moveElements(
  lists: ChildLists,
  move: { ids: readonly string[]; parent: string; order?: number | undefined },
): ListsChange {
  const parentOf = parentsOf(lists, new Set(move.ids));
  const roots = [...parentOf.keys()];
  const inside = below(lists, roots);
  if (parentOf.has(move.parent) || inside.has(move.parent)) return { ok: false, reason: 'cycle' };
  const block = outermost(move.ids, parentOf, inside);
  const taken = new Set(block);
  const changed = new Map<string, string[]>();
  for (const parent of new Set(block.map((id) => parentOf.get(id) ?? TOP))) {
    changed.set(
      parent,
      (lists.get(parent) ?? []).filter((id) => !taken.has(id)),
    );
  }
  const target = changed.get(move.parent) ?? lists.get(move.parent) ?? [];
  changed.set(move.parent, withInserted(target, block, move.order));
  return { ok: true, lists: changed };
}

/** The ids that such a move takes out: once each, without unknown ones and those inside another moved one. */
export function movedBlock(lists: ChildLists, ids: readonly string[]): string[] {
  const parentOf = parentsOf(lists, new Set(ids));
  return outermost(ids, parentOf, below(lists, [...parentOf.keys()]));
}

function outermost(
  ids: readonly string[],
  parentOf: ReadonlyMap<string, string>,
  inside: ReadonlySet<string>,
): string[] {
  return [...new Set(ids)].filter((id) => parentOf.has(id) && !inside.has(id));
}

/** Returns all ids in the order in which the checklist shows them. */
export function inReadingOrder(lists: ChildLists): string[] {
  const order = new Set<string>();
  // Without recursion, because depth is unlimited and the stack is not.
  const open = [...(lists.get(TOP) ?? [])].toReversed();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (order.has(id)) continue;
    order.add(id);
    open.push(...(lists.get(id) ?? []).toReversed());
  }
  return [...order];
}

/** Puts a new element into a list at `order` (clamped; absent = the end). An element that already has a place stays. */
export function insertElement(
  lists: ChildLists,
  place: { id: string; parent: string; order?: number | undefined },
): Map<string, string[]> {
  if (parentsOf(lists, new Set([place.id])).size > 0) return new Map();
  return new Map([[place.parent, withInserted(lists.get(place.parent) ?? [], [place.id], place.order)]]);
}

/**
 * Removes an element; its children move to its parent, in its place
 * (docs/product/checklist.md, "Deleting and restoring").
 */
export function removeElement(lists: ChildLists, id: string): Map<string, string[]> {
  const parent = parentsOf(lists, new Set([id])).get(id);
  const children = lists.get(id) ?? [];
  const changed = new Map<string, string[]>();
  if (parent === undefined) return changed;
  changed.set(
    parent,
    (lists.get(parent) ?? []).flatMap((sibling) => (sibling === id ? children : [sibling])),
  );
  if (children.length > 0) changed.set(id, []);
  return changed;
}

/** The list of each of these elements; elements without a place are left out. */
function parentsOf(lists: ChildLists, ids: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [parent, children] of lists) for (const id of children) if (ids.has(id)) found.set(id, parent);
  return found;
}

/** Adds everything below these. It terminates on trees with a cycle, in which elements are below themselves. */
function below(lists: ChildLists, roots: readonly string[], found: Set<string> = new Set()): Set<string> {
  // Without recursion, because depth is unlimited and the stack is not.
  const open = [...roots];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const id of lists.get(parent) ?? []) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(id);
    }
  }
  return found;
}

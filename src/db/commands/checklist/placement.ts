import { insertElement, TOP, type ChildLists } from '../../../contract/rules/checklist/child-lists.ts';
import { indexAfter } from '../../../contract/rules/checklist/order.ts';
import type { Draft } from '../../outbox/draft.ts';

/** A place on the checklist. */
export interface Place {
  /** An element's uuid, or `TOP`. */
  parent: string;
  /** The sibling that it comes after; null = first, absent = the end. */
  after?: string | null | undefined;
}

/** The index of a place in its parent's list, counted without `moved`; undefined = the end. */
export function indexOfPlace(
  lists: ChildLists,
  { parent, after }: Place,
  moved: ReadonlySet<string> = new Set(),
): number | undefined {
  const rest = (lists.get(parent) ?? []).filter((id) => !moved.has(id));
  return indexAfter(rest, after);
}

/** The row that a place names, for the `keys` of what is put there. */
export function keysOfPlace({ parent }: Place): { table: 'elements'; key: string }[] {
  return parent === TOP ? [] : [{ table: 'elements', key: parent }];
}

/**
 * Puts a new element in its place. Under a parent that someone deleted meanwhile nobody would see it, so it goes to
 * the end.
 */
export function insertAt(draft: Draft, id: string, place: Place): void {
  const stands = place.parent === TOP || draft.get('elements', place.parent) !== null;
  const at = stands ? { parent: place.parent, order: indexOfPlace(draft.lists, place) } : { parent: TOP };
  draft.setLists(insertElement(draft.lists, { id, ...at }));
}

/** The place as a create request states it, given the lists that the create is based on. */
export function placeOnWire(
  before: Draft,
  place: Place,
): { order: number | undefined; parent_element: string | null } {
  return {
    order: indexOfPlace(before.lists, place),
    parent_element: place.parent === TOP ? null : place.parent,
  };
}

import { parentElement, insertElement, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { indexOfPlace, type Place } from '../../../contract/rules/checklist/place.ts';
import type { Draft } from '../../outbox/draft.ts';

/** The row that a place names, for the `keys` of what is put there. */
export function keysOfPlace({ parent }: Place): { table: 'elements'; key: string }[] {
  return parent === TOP ? [] : [{ table: 'elements', key: parent }];
}

/**
 * Puts a new element in its place. If somebody has deleted its parent in the meantime, it goes to the end of the top level,
 * because nobody would see it otherwise.
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
    parent_element: parentElement(place.parent),
  };
}

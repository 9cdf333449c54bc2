import { placesIn, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { RowKind } from '../../../contract/rules/checklist/containment.ts';
import { before, type Place } from '../../../contract/rules/checklist/place.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';

/** Where a new row goes relative to an existing one. */
export type Side = 'above' | 'below' | 'inside';

/**
 * Returns where a new row goes, relative to the focused row. A header goes after it, or after the document that it is
 * attached to. A document or task goes into a header, or after a document. With `side`, the row goes just above it, just
 * below it, or last inside it; a document beside an attachment becomes one, too. Without a focus: the end of the top level.
 */
export function newPlace(
  snapshot: ChecklistSnapshot,
  focused: string | null,
  kind: RowKind,
  side?: Side,
): Place {
  const entry = focused === null ? undefined : snapshot.entries.get(focused);
  const places = placesIn(snapshot.lists);
  if (!entry || !places.has(entry.uuid)) {
    return { parent: TOP, after: snapshot.lists.get(TOP)?.at(-1) ?? null };
  }
  if (side === 'inside' || (side === undefined && kind !== 'header' && entry.kind === 'header')) {
    return { parent: entry.uuid, after: snapshot.lists.get(entry.uuid)?.at(-1) ?? null };
  }
  let at = entry.uuid;
  for (let parent = places.get(at)?.parent; parent; parent = places.get(at)?.parent) {
    const stays = snapshot.entries.get(parent)?.kind !== 'item' || (kind === 'item' && side !== undefined);
    if (stays) return { parent, after: afterSibling(snapshot, parent, at, side) };
    at = parent;
  }
  return { parent: TOP, after: afterSibling(snapshot, TOP, at, side) };
}

function afterSibling(
  { lists }: ChecklistSnapshot,
  parent: string,
  at: string,
  side: Side | undefined,
): string | null {
  if (side !== 'above') return at;
  return before(lists.get(parent) ?? [], at);
}

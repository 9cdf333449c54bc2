import { placesIn, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { ChecklistEntry, ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';

/** A place of the checklist for something new. */
export interface NewPlace {
  parent: string;
  after: string | null;
}

/** What can be new on the checklist. */
export type NewKind = 'header' | 'item' | 'task';

/** On which side of an entry something new is to stand. */
export type Side = 'above' | 'below' | 'inside';

/**
 * Where something new goes, seen from the entry that has the focus: a header behind it (behind the document, where that
 * is an attachment), an instrument or a task into a header or behind a document; with `side` just above or below it, or as
 * the last inside it: then an instrument stays among attachments, as one of them. Without a focus: the end of the top level.
 */
export function newPlace(
  snapshot: ChecklistSnapshot,
  focused: string | null,
  kind: NewKind,
  side?: Side,
): NewPlace {
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

/** Whether something of the kind may stand inside the entry: under a document lie only its attachments. */
export function mayHold({ kind: of }: ChecklistEntry, kind: NewKind): boolean {
  return of === 'header' || (of === 'item' && kind === 'item');
}

function afterSibling(
  { lists }: ChecklistSnapshot,
  parent: string,
  at: string,
  side: Side | undefined,
): string | null {
  if (side !== 'above') return at;
  const siblings = lists.get(parent) ?? [];
  return siblings[siblings.indexOf(at) - 1] ?? null;
}

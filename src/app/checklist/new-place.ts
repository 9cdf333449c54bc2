import { TOP } from '../../contract/rules/child-lists.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { placesIn } from './legal-move.ts';

/** A place of the checklist for something new. */
export interface NewPlace {
  parent: string;
  after: string | null;
}

/**
 * Where something new goes, seen from the entry that has the focus: a header behind it (behind the document, where that
 * is an attachment), an instrument or a task into a header or behind a document. Without a focus: the end of the top level.
 */
export function newPlace(
  snapshot: ChecklistSnapshot,
  focused: string | null,
  kind: 'header' | 'item' | 'task',
): NewPlace {
  const entry = focused === null ? undefined : snapshot.entries.get(focused);
  const places = placesIn(snapshot);
  if (!entry || !places.has(entry.uuid)) {
    return { parent: TOP, after: snapshot.lists.get(TOP)?.at(-1) ?? null };
  }
  if (kind !== 'header' && entry.kind === 'header') {
    return { parent: entry.uuid, after: snapshot.lists.get(entry.uuid)?.at(-1) ?? null };
  }
  let behind = entry.uuid;
  for (let parent = places.get(behind)?.parent; parent; parent = places.get(behind)?.parent) {
    if (snapshot.entries.get(parent)?.kind !== 'item') return { parent, after: behind };
    behind = parent;
  }
  return { parent: TOP, after: behind };
}

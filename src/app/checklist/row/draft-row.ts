import type { RowKind } from '../../../contract/rules/checklist/containment.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { Place } from '../../../contract/rules/checklist/place.ts';
import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';

/** A new item that the user is naming. It exists only on the screen. */
export interface Draft extends Place {
  kind: RowKind;
}

/** The draft as a row of the list. */
export interface PlacedDraft {
  draft: Draft;
  depth: number;
}

export type ShownRow = ChecklistRow | PlacedDraft;

export function isDraft(row: ShownRow): row is PlacedDraft {
  return 'draft' in row;
}

/** Returns the rows with the draft in its place, or the same rows without a draft. */
export function withDraft(rows: readonly ChecklistRow[], draft: Draft | null): readonly ShownRow[] {
  if (!draft) return rows;
  const parentAt = rows.findIndex((row) => row.entry.uuid === draft.parent);
  const depth = draft.parent === TOP ? 1 : (rows[parentAt]?.depth ?? 0) + 1;
  let at = parentAt + 1;
  if (draft.after === undefined) at = endOfSubtree(rows, parentAt);
  else if (draft.after !== null) {
    const afterAt = rows.findIndex((row) => row.entry.uuid === draft.after);
    if (afterAt >= 0) at = endOfSubtree(rows, afterAt);
  }
  return [...rows.slice(0, at), { draft, depth }, ...rows.slice(at)];
}

function endOfSubtree(rows: readonly ChecklistRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while ((rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

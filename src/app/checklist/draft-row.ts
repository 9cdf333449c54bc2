import { TOP } from '../../contract/rules/child-lists.ts';
import type { ChecklistRow } from '../../db/views/checklist-rows.ts';
import type { NewKind, NewPlace } from './new-place.ts';

/** Something new that is being named; it exists on the screen only. */
export interface Draft extends NewPlace {
  kind: NewKind;
}

export type ShownRow = { type: 'entry'; row: ChecklistRow } | { type: 'draft'; draft: Draft; depth: number };

/** The rows with the draft in its place. */
export function withDraft(rows: readonly ChecklistRow[], draft: Draft | null): ShownRow[] {
  const shown: ShownRow[] = rows.map((row) => ({ type: 'entry', row }));
  if (!draft) return shown;
  const parentAt = rows.findIndex((row) => row.entry.uuid === draft.parent);
  const depth = draft.parent === TOP ? 1 : (rows[parentAt]?.depth ?? 0) + 1;
  let at = parentAt + 1;
  if (draft.after !== null) {
    const afterAt = rows.findIndex((row) => row.entry.uuid === draft.after);
    if (afterAt >= 0) at = endOfSubtree(rows, afterAt);
  }
  shown.splice(at, 0, { type: 'draft', draft, depth });
  return shown;
}

function endOfSubtree(rows: readonly ChecklistRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while ((rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';

/** How many documents are on the checklist, and how many of them are done. */
export interface DocumentProgress {
  total: number;
  complete: number;
}

export function documentProgress(entries: ChecklistSnapshot['entries']): DocumentProgress {
  const progress = { total: 0, complete: 0 };
  for (const { item } of entries.values()) {
    if (!item) continue;
    progress.total += 1;
    if (item.complete) progress.complete += 1;
  }
  return progress;
}

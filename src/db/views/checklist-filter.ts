import { placesIn, TOP } from '../../contract/rules/checklist/child-lists.ts';
import type { ChecklistContent, ChecklistEntry } from './checklist-snapshot.ts';

/** What a checklist filter searches: names and states. */
export interface ChecklistFilter {
  text: string;
  /** `open`: not done. `mine`: tasks assigned to the user. `no_file`: documents to be drafted. */
  which: 'all' | 'open' | 'mine' | 'no_file';
}

export const NO_FILTER: ChecklistFilter = { text: '', which: 'all' };

/** The visible part of a filtered checklist. */
export interface Filtered {
  /** The matches, with all of their parents. */
  visible: ReadonlySet<string>;
  matches: FilterMatches;
}

/** How many of each kind match. */
export interface FilterMatches {
  headers: number;
  documents: number;
  tasks: number;
}

/** The part of a checklist that matches a filter; null if everything matches. */
export function filterChecklist(
  { entries, lists }: ChecklistContent,
  { text, which }: ChecklistFilter,
  userId: string,
): Filtered | null {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && which === 'all') return null;
  const places = placesIn(lists);
  const visible = new Set<string>();
  const matches: FilterMatches = { headers: 0, documents: 0, tasks: 0 };
  for (const entry of entries.values()) {
    const name = folded(entry.name);
    if (!stands(entry, which, userId) || !words.every((word) => name.includes(word))) continue;
    matches[entry.item ? 'documents' : entry.task ? 'tasks' : 'headers'] += 1;
    // It stops at the first parent that is already included, because those above it are, too.
    for (let at = entry.uuid; at !== TOP && !visible.has(at); at = places.get(at)?.parent ?? TOP)
      visible.add(at);
  }
  return { visible, matches };
}

function stands({ item, task }: ChecklistEntry, which: ChecklistFilter['which'], userId: string): boolean {
  switch (which) {
    case 'all':
      return true;
    case 'open':
      return item ? !item.complete : task ? !task.isComplete : false;
    case 'mine':
      return task?.assignee === userId;
    case 'no_file':
      return item?.document === null;
  }
}

/** Ignoring case and accents: typing `resume` finds `Résumé`. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

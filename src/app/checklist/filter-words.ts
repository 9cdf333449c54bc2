import type { FilterMatches } from '../../db/views/checklist-filter.ts';
import { counted } from '../lib/format/numbers.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a filter found: "3 documents and 2 tasks found". */
export function filterWords({ documents, tasks, headers }: FilterMatches): string {
  const parts = [
    ...(documents > 0 ? [counted(documents, 'document', 'documents')] : []),
    ...(tasks > 0 ? [counted(tasks, 'task', 'tasks')] : []),
    ...(headers > 0 ? [counted(headers, 'header', 'headers')] : []),
  ];
  return parts.length === 0 ? 'Nothing found' : `${LIST.format(parts)} found`;
}

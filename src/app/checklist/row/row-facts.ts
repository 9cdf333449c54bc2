import type { TaskRow } from '../../../db/rows.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { counted } from '../../lib/format/numbers.ts';
import { daysUntil, formatDate, isoDay } from '../../lib/format/dates.ts';

export interface DocumentWords {
  text: string;
  tone: 'plain' | 'busy' | 'failed' | 'missing';
}

/** How the document behind an item stands, in words. */
export function documentWords(entry: ChecklistEntry): DocumentWords | null {
  if (entry.kind !== 'item') return null;
  if (entry.item?.document === null) return { text: 'To be drafted', tone: 'missing' };
  if (entry.coming) return { text: 'Downloading', tone: 'missing' };
  if (!entry.document) return { text: 'Not on this device', tone: 'missing' };
  switch (entry.documentStatus) {
    case 'CONVERSION_COMPLETE':
      return { text: counted(entry.document.numPages ?? 0, 'page', 'pages'), tone: 'plain' };
    case 'FAILED_CONVERTING_DOCUMENT':
      return { text: 'Conversion failed', tone: 'failed' };
    case 'FAILED_GENERATING_THUMBNAILS':
      return { text: 'Page pictures failed', tone: 'failed' };
    default:
      return { text: 'Converting…', tone: 'busy' };
  }
}

export interface SigningWords {
  text: string;
  tone: 'info' | 'success' | 'plain';
}

/** How the item is to be signed: docs/product/documents.md, "Signing type" maps the queue's signing type to these flags. */
export function signingWords(entry: ChecklistEntry): SigningWords | null {
  const { item } = entry;
  if (!item) return null;
  if (item.fullyExecuted) return { text: 'Executed', tone: 'success' };
  if (item.forSigning) return { text: 'To be signed', tone: 'info' };
  // Of what is to be drafted nobody may have said yet how it is signed.
  return item.document === null ? null : { text: 'Non-executable', tone: 'plain' };
}

export interface DueWords {
  text: string;
  tone: 'plain' | 'late';
  /** The same at length, for whoever rests the pointer on it. */
  title: string;
}

/** When a task is due; null = nobody has said. What is done is not late any more. */
export function dueWords({ dueDate, isComplete }: TaskRow, now: Date): DueWords | null {
  if (dueDate === null) return null;
  const late = !isComplete && dueDate < isoDay(now);
  const days = daysUntil(dueDate, now);
  return {
    text: late ? `Due ${days}` : `Due ${formatDate(dueDate)}`,
    tone: late ? 'late' : 'plain',
    title: `${formatDate(dueDate)}, ${days}`,
  };
}

/** Whether what stands on a line of the checklist is done: an instrument by hand, a task as well. */
export function isDone({
  item,
  task,
}: {
  item: { complete: boolean } | null;
  task: TaskRow | null;
}): boolean {
  return item?.complete ?? task?.isComplete ?? false;
}

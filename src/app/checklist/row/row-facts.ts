import {
  signingStatusOf,
  type ItemSignatures,
} from '../../../db/queries/signing/assignments/item-signing.ts';
import type { TaskRow } from '../../../db/rows.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { daysUntil, formatDate, isoDay } from '../../lib/format/dates.ts';
import { ITEM_SIGNING_STATUS, itemSigningTone } from '../../signing/signing-status-copy.ts';
import { FACTS } from '../checklist-copy.ts';

/** The state of a document, as its row shows it. */
export interface DocumentState {
  text: string;
  tone: 'plain' | 'busy' | 'failed' | 'missing';
}

/** Returns the state of an item's document; null for other rows. */
export function documentState(entry: ChecklistEntry): DocumentState | null {
  if (entry.kind !== 'item') return null;
  if (entry.item?.document === null) return { text: FACTS.toBeDrafted, tone: 'missing' };
  if (entry.coming) return { text: FACTS.downloading, tone: 'missing' };
  if (!entry.document) return { text: FACTS.notHere, tone: 'missing' };
  switch (entry.documentStatus) {
    case 'CONVERSION_COMPLETE':
      if (entry.hasFailedVersion) return { text: FACTS.versionFailed, tone: 'failed' };
      return {
        text: FACTS.pages(entry.item?.executedNumPages ?? entry.document.numPages ?? 0),
        tone: 'plain',
      };
    case 'FAILED_CONVERTING_DOCUMENT':
      return { text: FACTS.conversionFailed, tone: 'failed' };
    case 'FAILED_GENERATING_THUMBNAILS':
      return { text: FACTS.previewsFailed, tone: 'failed' };
    default:
      return { text: FACTS.converting, tone: 'busy' };
  }
}

export interface SigningState {
  text: string;
  tone: 'info' | 'success' | 'plain' | 'warning';
}

/** Returns the signing status of an item; null for other rows. */
export function signingState(
  { item }: ChecklistEntry,
  signatures: ItemSignatures | undefined,
): SigningState | null {
  if (!item) return null;
  const status = signingStatusOf(item, signatures);
  // A document to be drafted has no signing type until someone chooses one.
  if (status === 'non_executable' && item.document === null) return null;
  return { text: ITEM_SIGNING_STATUS[status], tone: itemSigningTone(status) };
}

export interface DueState {
  text: string;
  tone: 'plain' | 'late';
  /** The date and how far away it is, for the tooltip. */
  title: string;
}

/** Returns when a task is due; null = no date. A task that is done is never late. */
export function dueState({ dueDate, isComplete }: TaskRow, now: Date): DueState | null {
  if (dueDate === null) return null;
  const late = !isComplete && dueDate < isoDay(now);
  const days = daysUntil(dueDate, now);
  return {
    text: FACTS.due(late ? days : formatDate(dueDate)),
    tone: late ? 'late' : 'plain',
    title: FACTS.dueAtLength(formatDate(dueDate), days),
  };
}

/** Returns whether the item or task on a row is marked as done. */
export function isDone({
  item,
  task,
}: {
  item: { complete: boolean } | null;
  task: TaskRow | null;
}): boolean {
  return item?.complete ?? task?.isComplete ?? false;
}

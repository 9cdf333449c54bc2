import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { isUnsaved } from './queue-selection.ts';
import { CLEAR_QUEUE } from './upload-queue-copy.ts';

/** Returns what would be lost if the queue were cleared, with one sentence for each kind of loss. */
export function clearQuestion(entries: readonly QueueEntry[]): string[] {
  const unsaved = entries.filter(isUnsaved).length;
  const saved = entries.filter((entry) => entry.saved);
  const theirs = saved.filter(({ byAnother }) => byAnother).length;
  const sentences = [
    ...(unsaved > 0 ? [CLEAR_QUEUE.unsaved(unsaved)] : []),
    ...(saved.length > 0 ? [CLEAR_QUEUE.saved(saved.length)] : []),
    ...(theirs > 0 ? [CLEAR_QUEUE.uploadedByOthers(theirs, saved.length)] : []),
  ];
  return sentences.length > 0 ? sentences : [CLEAR_QUEUE.nothingLost];
}

import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { isUnsaved } from './queue-selection.ts';

/** What is lost when a deal's queue is cleared, a sentence for each kind of loss. */
export function clearQuestion(entries: readonly QueueEntry[]): string[] {
  const saved = entries.filter((entry) => entry.saved);
  const others = saved.filter(({ byAnother }) => byAnother).length;
  const sentences = [
    unsavedLoss(entries.filter(isUnsaved).length),
    savedLoss(saved.length),
    othersLoss(others, saved.length),
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0
    ? sentences
    : ['Nothing is lost: none of these files is on this device or on the server.'];
}

function unsavedLoss(count: number): string | null {
  if (count === 0) return null;
  if (count === 1)
    return '1 file is not on the server yet, and is deleted from this device: you would have to add it again.';
  return `${count} files are not on the server yet, and are deleted from this device: you would have to add them again.`;
}

function savedLoss(count: number): string | null {
  if (count === 0) return null;
  const documents = count === 1 ? '1 document in the queue is' : `${count} documents in the queue are`;
  return `${documents} deleted for everyone in this transaction.`;
}

function othersLoss(others: number, saved: number): string | null {
  if (others === 0) return null;
  if (others === 1) return `${saved === 1 ? 'It' : '1 of them'} was uploaded by another participant.`;
  return `${others === saved ? 'They' : `${others} of them`} were uploaded by other participants.`;
}

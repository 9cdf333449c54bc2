import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';

/** Since when the pages of documents are known to be prepared, ms of the page's clock, by the document. */
const since = new Map<string, number>();

/** Notes which documents are being prepared, whether or not the drawer that shows it is open. `now` in ms. */
export function notePreparing(entries: readonly QueueEntry[], now: number): void {
  for (const { uuid, status } of entries) {
    if (status !== 'SUCCESS_CONVERTING_DOCUMENT') since.delete(uuid);
    else if (!since.has(uuid)) since.set(uuid, now);
  }
}

/** How long, by what was noted, a document has been in preparation, ms. */
export function preparedFor(uuid: string, now: number): number {
  return Math.max(0, now - (since.get(uuid) ?? now));
}

import { useEffect, useState } from 'react';
import { preparedShare, secondsLeft } from '../../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../../db/queries/documents/upload-queue.ts';

/** When the server started to prepare each document's pages, in ms of the page's clock. */
const startedAt = new Map<string, number>();

/** Records which documents are being prepared. The queue calls it even while its drawer is closed. `now` in ms. */
export function notePreparing(entries: readonly QueueEntry[], now: number): void {
  for (const { uuid, status } of entries) {
    if (status !== 'SUCCESS_CONVERTING_DOCUMENT') startedAt.delete(uuid);
    else if (!startedAt.has(uuid)) startedAt.set(uuid, now);
  }
}

/** Returns how long a document has been in preparation, ms. */
export function preparedFor(uuid: string, now: number): number {
  return Math.max(0, now - (startedAt.get(uuid) ?? now));
}

/**
 * Returns the estimated progress of preparing a document's pages, because the server reports only the end. `perPage` is the
 * time per page, ms. The estimate advances one page at a time.
 */
export function usePreparation(
  { uuid, status, numPages }: QueueEntry,
  perPage: number,
): { share: number; seconds: number } {
  const [now, setNow] = useState(() => performance.now());
  const preparing = status === 'SUCCESS_CONVERTING_DOCUMENT';
  const preparation = { pages: numPages, elapsed: preparedFor(uuid, now), perPage };
  const runs = preparing && preparedShare(preparation) < 1;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(performance.now()), perPage);
    return () => clearInterval(timer);
  }, [runs, perPage]);
  if (!preparing) return { share: 0, seconds: 0 };
  return { share: preparedShare(preparation), seconds: secondsLeft(preparation) };
}

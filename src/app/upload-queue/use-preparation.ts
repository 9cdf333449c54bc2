import { useEffect, useState } from 'react';
import { preparedShare, secondsLeft } from '../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { preparedFor } from './preparing-since.ts';

/**
 * The estimate while the pages of a document are prepared and nothing is heard of the server (docs/product/upload-queue.md, "Statuses"), from
 * when the page first knew of it; `perPage` in ms. Counts a page at a time.
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

import { useEffect, useRef } from 'react';
import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import { pushToast } from '../toasts/toast-store.ts';
import { PRESIGN_MESSAGES, unpresigned } from './upload-words.ts';

/** Says, once for all that fail together, that no upload could be begun (core spec 8); the rows say of which file. */
export function usePresignToast(entries: readonly QueueEntry[]): void {
  const before = useRef(entries);
  useEffect(() => {
    const newly = unpresigned(before.current, entries);
    before.current = entries;
    if (newly) pushToast({ id: 'presign', level: 'error', message: PRESIGN_MESSAGES.toast });
  }, [entries]);
}

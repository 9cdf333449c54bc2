import { useEffect, useRef } from 'react';
import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import { pushToast } from '../toasts/toast-store.ts';
import { presignToast } from './upload-words.ts';

/** Says, once for all that fail together, that no upload could be begun (core spec 8); the rows say of which file. */
export function usePresignToast(entries: readonly QueueEntry[]): void {
  const before = useRef(entries);
  useEffect(() => {
    const message = presignToast(before.current, entries);
    before.current = entries;
    if (message !== null) pushToast({ id: 'presign', level: 'error', message });
  }, [entries]);
}

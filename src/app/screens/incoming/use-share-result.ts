import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { track } from '../../analytics.ts';
import { keepStorage } from '../../lib/device/storage.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { INCOMING } from './incoming-copy.ts';

/**
 * Handles the result of a share, once. The service worker has stored the files before there was a page, and put the result into
 * the address.
 */
export function useShareResult(): void {
  const [parameters, setParameters] = useSearchParams();
  const shared = Number(parameters.get('shared') ?? 0);
  const lost = parameters.has('lost');
  useEffect(() => {
    if (!(shared > 0) && !lost) return;
    if (shared > 0) {
      keepStorage();
      const properties = { transaction: null, files: shared, source: 'shared' } as const;
      track({ event: 'upload_queue.files_added', properties });
    }
    if (lost) {
      pushToast({
        id: 'share-failed',
        level: 'error',
        message: INCOMING.shareFailed,
        lasting: true,
      });
    }
    setParameters({}, { replace: true });
  }, [shared, lost, setParameters]);
}

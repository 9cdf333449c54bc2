import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { track } from '../../analytics.ts';
import { keepStorage } from '../../lib/device/storage.ts';
import { pushToast } from '../../toasts/toast-store.ts';

/**
 * What was shared to the app was put on this device before there was a page; the address says how it went. Here is done
 * what only a page can do about it, once.
 */
export function useSharedOutcome(): void {
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
        id: 'shared in vain',
        level: 'error',
        message:
          'Not all that you shared could be kept on this device. Check that there is room on it, and share it again.',
        lasting: true,
      });
    }
    setParameters({}, { replace: true });
  }, [shared, lost, setParameters]);
}

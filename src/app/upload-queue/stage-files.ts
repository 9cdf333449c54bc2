import { keepStorage } from '../parts/keep-storage.ts';
import { syncClient } from '../sync-client.ts';
import { pushToast } from '../toasts/toast-store.ts';

/** Hands picked or dropped files to the worker, which puts them on disk. What it could not take is said at once. */
export async function stageFiles(transaction: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  try {
    keepStorage();
    const { refused } = await syncClient().stageFiles(transaction, [...files]);
    for (const { name, reason } of refused) {
      pushToast({ id: `refused ${transaction} ${name}`, level: 'error', message: `${name}: ${reason}` });
    }
  } catch (error) {
    reportError(error);
    pushToast({
      id: `refused ${transaction}`,
      level: 'error',
      message: 'The files could not be put into the upload queue. Please try again.',
    });
  }
}

import { track, type FileSource } from '../analytics.ts';
import { keepStorage } from '../parts/keep-storage.ts';
import { syncClient } from '../sync-client.ts';
import { pushToast } from '../toasts/toast-store.ts';
import { whileCopying } from './copying.ts';
import { filesOfTransfer } from './files-of-transfer.ts';
import { refusedInWords, type Refused } from './refused-in-words.ts';

const UNREADABLE = 'It could not be read. Please check that you may open it, and add it again.';

/**
 * Hands picked files to the worker, which puts them on disk; `transaction` null = the person has still to say for which.
 * What it could not take is said at once.
 */
export async function stageFiles(
  transaction: string | null,
  files: readonly File[],
  source: FileSource,
): Promise<void> {
  if (files.length > 0) await whileCopying(async () => stage(transaction, files, source));
}

/** The same for what was dropped or pasted, folders too. To be called while the event is heard. */
export async function stageTransfer(
  transaction: string,
  transfer: DataTransfer,
  source: FileSource,
): Promise<void> {
  await whileCopying(async () => {
    const { files, unreadable } = await filesOfTransfer(transfer);
    sayRefused(
      transaction,
      unreadable.map((name) => ({ name, reason: UNREADABLE })),
    );
    if (files.length > 0) await stage(transaction, files, source);
    else if (unreadable.length === 0) {
      pushToast({ id: `empty ${transaction}`, level: 'info', message: 'There are no files in that folder.' });
    }
  });
}

async function stage(transaction: string | null, files: readonly File[], source: FileSource): Promise<void> {
  try {
    keepStorage();
    const { staged, refused } = await syncClient().stageFiles(transaction, [...files]);
    sayRefused(transaction, refused);
    if (staged > 0)
      track({ event: 'upload_queue.files_added', properties: { transaction, files: staged, source } });
  } catch (error) {
    reportError(error);
    pushToast({
      id: `refused ${transaction}`,
      level: 'error',
      message: 'The files could not be put into the upload queue. Please try again.',
      lasting: true,
    });
  }
}

/** These files are nowhere in Counterpart: that must not be missed. */
function sayRefused(transaction: string | null, refused: readonly Refused[]): void {
  for (const message of refusedInWords(refused)) {
    pushToast({ id: `refused ${transaction} ${message}`, level: 'error', message, lasting: true });
  }
}

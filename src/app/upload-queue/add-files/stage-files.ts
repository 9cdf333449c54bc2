import { proxy } from 'comlink';
import type { Destination } from '../../../workers/sync-api.ts';
import { track, type FileSource } from '../../analytics.ts';
import { keepStorage } from '../../lib/device/storage.ts';
import { syncClient } from '../../sync-client.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { whileCopying } from './copying.ts';
import { ADD_FILES } from '../upload-queue-copy.ts';
import { filesOfTransfer, type TransferredFiles } from './files-of-transfer.ts';
import { turns } from './in-turn.ts';
import { rejectedSentences, type RejectedFile } from './rejected-files.ts';

const inTurn = turns();

/**
 * Passes files to the worker, which stores them on this device. Shows a toast for files that could not be stored, and for the
 * `unreadable` ones (by name).
 */
export async function stageFiles(
  to: Destination,
  files: readonly File[],
  source: FileSource,
  unreadable: readonly string[] = [],
): Promise<void> {
  await stageRead(to, Promise.resolve({ files, unreadable }), source);
}

/**
 * Like `stageFiles`, for files and folders that were dropped or pasted. Call it inside the event handler.
 * @param onStaged receives how many files were stored, if any
 */
export async function stageTransfer(
  to: Destination,
  transfer: DataTransfer,
  source: FileSource,
  onStaged?: (count: number) => void,
): Promise<void> {
  const onEmpty = () =>
    pushToast({
      id: `empty ${to.transaction}`,
      level: 'info',
      message: ADD_FILES.emptyFolder,
    });
  await stageRead(to, filesOfTransfer(transfer), source, { onEmpty, ...(onStaged && { onStaged }) });
}

async function stageRead(
  to: Destination,
  reading: Promise<TransferredFiles>,
  source: FileSource,
  { onEmpty, onStaged }: { onEmpty?: () => void; onStaged?: (count: number) => void } = {},
): Promise<void> {
  await whileCopying(async () =>
    inTurn(to.transaction, reading, async ({ files, unreadable }) => {
      showRejected(
        to.transaction,
        unreadable.map((name) => ({ name, reason: ADD_FILES.unreadable })),
      );
      if (files.length > 0) {
        const staged = await stage(to, files, source);
        if (staged > 0) onStaged?.(staged);
      } else if (unreadable.length === 0) onEmpty?.();
    }),
  );
}

/** Returns how many files were stored. */
async function stage(destination: Destination, files: readonly File[], source: FileSource): Promise<number> {
  const { transaction } = destination;
  try {
    keepStorage();
    const take = proxy(async (from: number, to: number) => files.slice(from, to));
    const { staged, refused } = await syncClient().stageFiles(destination, files.length, take);
    showRejected(transaction, refused);
    if (staged > 0)
      track({ event: 'upload_queue.files_added', properties: { transaction, files: staged, source } });
    return staged;
  } catch (error) {
    reportError(error);
    pushToast({
      id: `refused ${transaction}`,
      level: 'error',
      message: ADD_FILES.failed,
      lasting: true,
    });
    return 0;
  }
}

/** The toasts stay until they are dismissed, because Counterpart has no copy of these files. */
function showRejected(transaction: string | null, rejected: readonly RejectedFile[]): void {
  for (const message of rejectedSentences(rejected)) {
    pushToast({ id: `refused ${transaction} ${message}`, level: 'error', message, lasting: true });
  }
}

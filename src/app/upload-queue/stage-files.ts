import { proxy } from 'comlink';
import type { Destination } from '../../workers/sync-api.ts';
import { track, type FileSource } from '../analytics.ts';
import { keepStorage } from '../lib/device/storage.ts';
import { syncClient } from '../sync-client.ts';
import { pushToast } from '../toasts/toast-store.ts';
import { whileCopying } from './copying.ts';
import { filesOfTransfer, type Carried } from './files-of-transfer.ts';
import { turns } from './in-turn.ts';
import { refusedInWords, type Refused } from './refused-in-words.ts';

const UNREADABLE = 'It could not be read. Check that you may open it, and add it again.';

const inTurn = turns();

/**
 * Hands picked files to the worker, which puts them on disk. What it could not take is said at once. `unreadable`: names of
 * files that the system would not give.
 */
export async function stageFiles(
  to: Destination,
  files: readonly File[],
  source: FileSource,
  unreadable: readonly string[] = [],
): Promise<void> {
  await stageCarried(to, Promise.resolve({ files, unreadable }), source);
}

/** The same for what was dropped or pasted, folders too. To be called while the event is heard. */
export async function stageTransfer(
  to: Destination,
  transfer: DataTransfer,
  source: FileSource,
): Promise<void> {
  await stageCarried(to, filesOfTransfer(transfer), source, () =>
    pushToast({
      id: `empty ${to.transaction}`,
      level: 'info',
      message: 'There are no files in that folder.',
    }),
  );
}

async function stageCarried(
  to: Destination,
  carried: Promise<Carried>,
  source: FileSource,
  onEmpty?: () => void,
): Promise<void> {
  await whileCopying(async () =>
    inTurn(to.transaction, carried, async ({ files, unreadable }) => {
      sayRefused(
        to.transaction,
        unreadable.map((name) => ({ name, reason: UNREADABLE })),
      );
      if (files.length > 0) await stage(to, files, source);
      else if (unreadable.length === 0) onEmpty?.();
    }),
  );
}

async function stage(destination: Destination, files: readonly File[], source: FileSource): Promise<void> {
  const { transaction } = destination;
  try {
    keepStorage();
    const take = proxy(async (from: number, to: number) => files.slice(from, to));
    const { staged, refused } = await syncClient().stageFiles(destination, files.length, take);
    sayRefused(transaction, refused);
    if (staged > 0)
      track({ event: 'upload_queue.files_added', properties: { transaction, files: staged, source } });
  } catch (error) {
    reportError(error);
    pushToast({
      id: `refused ${transaction}`,
      level: 'error',
      message: 'The files could not be put into the upload queue. Add them again.',
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

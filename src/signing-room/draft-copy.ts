// Browsers write `localStorage` to the disk seconds later, so a dead battery would lose what was signed just before. A copy of each draft is
// in a database that is written at once.

const DATABASE = 'counterpart-signing';
const DRAFTS = 'drafts';

/** A draft as text, and a number that grows with every change of it. */
export interface DraftCopy {
  text: string;
  change: number;
}

/** Keeps a copy, unless a newer one is there. */
export async function saveCopy(packet: string, copy: DraftCopy): Promise<void> {
  await inDrafts('readwrite', (drafts) => {
    const found = drafts.get(packet);
    found.addEventListener('success', () => {
      const before = copyIn(found.result);
      if (before === null || before.change < copy.change) drafts.put(copy, packet);
    });
    return found;
  });
}

/** Returns the copy of a draft; null if there is none, or if this browser keeps none. */
export async function readCopy(packet: string): Promise<DraftCopy | null> {
  return copyIn(await inDrafts('readonly', (drafts) => drafts.get(packet)));
}

export async function forgetCopy(packet: string): Promise<void> {
  await inDrafts('readwrite', (drafts) => drafts.delete(packet));
}

/** Resolves once everything is on the disk. Browsers inside mail programs may not have a database: then nothing happens. */
async function inDrafts<Result>(
  mode: IDBTransactionMode,
  work: (drafts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  try {
    const database = await open();
    try {
      const transaction = database.transaction(DRAFTS, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(DRAFTS));
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
      });
      return request.result;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

async function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(DRAFTS));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
  });
}

function copyIn(kept: unknown): DraftCopy | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { text, change }: Partial<Record<keyof DraftCopy, unknown>> = kept;
  return typeof text === 'string' && typeof change === 'number' ? { text, change } : null;
}

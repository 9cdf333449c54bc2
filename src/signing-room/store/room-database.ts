const DATABASE = 'counterpart-signing';
/**
 * Version 1 stored each draft as a whole, so tabs could overwrite each other's changes. Version 3 added rooms, and version 4
 * files.
 */
const VERSION = 4;

/**
 * `entries`: copies of what a signatory has entered. `rooms`: the server's last responses. `files`: unsent photos and scans.
 * All are keyed by packet and name.
 */
const STORES = ['entries', 'rooms', 'files'] as const;
type Store = (typeof STORES)[number];

/**
 * Runs `work` in one transaction, and returns its results once everything is on disk. Returns null if there is no database, as
 * in some browsers inside mail programs.
 */
export async function inDatabase(
  name: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => { readonly result: unknown }[],
): Promise<unknown[] | null> {
  try {
    const database = await open();
    try {
      const transaction = database.transaction(name, mode, { durability: 'strict' });
      const requests = work(transaction.objectStore(name));
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
      });
      return requests.map(({ result }) => result);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Returns the key range of a packet: an array sorts after every string. */
export function ofPacket(packet: string): IDBKeyRange {
  return IDBKeyRange.bound([packet], [packet, []]);
}

export async function forgetAll(name: Store, packet: string): Promise<void> {
  await inDatabase(name, 'readwrite', (store) => [store.delete(ofPacket(packet))]);
}

async function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.addEventListener('upgradeneeded', () => {
      const database = request.result;
      const before = [...database.objectStoreNames];
      for (const name of STORES) if (!before.includes(name)) database.createObjectStore(name);
      for (const name of before) if (!STORES.some((each) => each === name)) database.deleteObjectStore(name);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
  });
}

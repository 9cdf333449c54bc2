// Browsers write `localStorage` to the disk seconds later, so a dead battery would lose what was signed just before. A copy of each entry is
// in a database that is written at once.

const DATABASE = 'counterpart-signing';
const ENTRIES = 'entries';
/** 1 kept each draft as a whole, so one tab could write over what another one had just kept. */
const VERSION = 2;

/** Something that is kept, and a number that grows with every change of it. */
export interface Entry {
  value: unknown;
  change: number;
}

/** Keeps a copy, unless a newer one is there. */
export async function saveCopy(packet: string, name: string, entry: Entry): Promise<void> {
  await inEntries('readwrite', (entries) => {
    const found = entries.get([packet, name]);
    found.addEventListener('success', () => {
      const before = entryIn(found.result);
      if (before === null || before.change < entry.change) entries.put(entry, [packet, name]);
    });
    return [found];
  });
}

/** Returns the copies of a packet's entries, by name; none if this browser keeps none. */
export async function readCopies(packet: string): Promise<ReadonlyMap<string, Entry>> {
  const read = await inEntries('readonly', (entries) => [
    entries.getAllKeys(ofPacket(packet)),
    entries.getAll(ofPacket(packet)),
  ]);
  const [keys = [], values = []] = read ?? [];
  const copies = new Map<string, Entry>();
  for (const [at, key] of keys.entries()) {
    const entry = entryIn(values[at]);
    const name: unknown = Array.isArray(key) ? key[1] : null;
    if (entry !== null && typeof name === 'string') copies.set(name, entry);
  }
  return copies;
}

export async function forgetCopy(packet: string, name: string): Promise<void> {
  await inEntries('readwrite', (entries) => [entries.delete([packet, name])]);
}

export async function forgetCopies(packet: string): Promise<void> {
  await inEntries('readwrite', (entries) => [entries.delete(ofPacket(packet))]);
}

/** An array sorts after every string. */
function ofPacket(packet: string): IDBKeyRange {
  return IDBKeyRange.bound([packet], [packet, []]);
}

/** Resolves once everything is on the disk. Browsers inside mail programs may not have a database: then nothing happens. */
async function inEntries(
  mode: IDBTransactionMode,
  work: (entries: IDBObjectStore) => { readonly result: unknown }[],
): Promise<unknown[][] | null> {
  try {
    const database = await open();
    try {
      const transaction = database.transaction(ENTRIES, mode, { durability: 'strict' });
      const requests = work(transaction.objectStore(ENTRIES));
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
      });
      return requests.map(({ result }) => listIn(result));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function listIn(result: unknown): unknown[] {
  return Array.isArray(result) ? result : [];
}

async function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.addEventListener('upgradeneeded', () => {
      const { result: database } = request;
      for (const store of database.objectStoreNames) database.deleteObjectStore(store);
      database.createObjectStore(ENTRIES);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
  });
}

/** Returns what was kept; null if it can't be read. */
export function entryIn(kept: unknown): Entry | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { value, change }: Partial<Record<keyof Entry, unknown>> = kept;
  return typeof change === 'number' ? { value, change } : null;
}

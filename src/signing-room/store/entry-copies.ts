import { forgetAll, inDatabase, ofPacket } from './room-database.ts';

// Browsers write `localStorage` to disk only seconds later, so a dead battery would lose what was just signed. A copy of each
// entry is therefore in a database, which is written at once.

/** A stored value, and a number that increases with every change of it. */
export interface Entry {
  value: unknown;
  change: number;
}

/** Stores a copy, unless there is already a newer one. */
export async function saveCopy(packet: string, name: string, entry: Entry): Promise<void> {
  await inDatabase('entries', 'readwrite', (entries) => {
    const found = entries.get([packet, name]);
    found.addEventListener('success', () => {
      const before = entryIn(found.result);
      if (before === null || before.change < entry.change) entries.put(entry, [packet, name]);
    });
    return [];
  });
}

/** Returns the copies of a packet's entries, by name; empty if this browser has no database. */
export async function readCopies(packet: string): Promise<ReadonlyMap<string, Entry>> {
  const read = await inDatabase('entries', 'readonly', (entries) => [
    entries.getAllKeys(ofPacket(packet)),
    entries.getAll(ofPacket(packet)),
  ]);
  const [keys, values] = (read ?? []).map(listIn);
  const copies = new Map<string, Entry>();
  for (const [at, key] of (keys ?? []).entries()) {
    const entry = entryIn(values?.[at]);
    const [, name] = listIn(key);
    if (entry !== null && typeof name === 'string') copies.set(name, entry);
  }
  return copies;
}

export async function forgetCopy(packet: string, name: string): Promise<void> {
  await inDatabase('entries', 'readwrite', (entries) => [entries.delete([packet, name])]);
}

export async function forgetCopies(packet: string): Promise<void> {
  await forgetAll('entries', packet);
}

function listIn(result: unknown): unknown[] {
  return Array.isArray(result) ? result : [];
}

/** Returns a stored value as an entry; null if it can't be read. */
export function entryIn(kept: unknown): Entry | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { value, change }: Partial<Record<keyof Entry, unknown>> = kept;
  return typeof change === 'number' ? { value, change } : null;
}

import { entryIn, forgetCopies, forgetCopy, readCopies, saveCopy, type Entry } from './entry-copies.ts';

/** A room never waits longer for what is or was kept. Milliseconds. */
const PATIENCE = 1000;

/**
 * What this device keeps of a packet, each entry under a key of its own. Several tabs share it. Browsers tell a tab of another one's writes
 * a moment later, so a tab writes and removes only the entries that it means, never a whole draft.
 */
export class KeptEntries {
  readonly #packet: string | null;
  /** Entries that the browser couldn't keep. They last as long as the page. */
  readonly #unsaved = new Map<string, Entry>();
  /** Resolves once the copies of all entries are on the disk. */
  #copied: Promise<unknown> = Promise.resolve();

  /** @param packet null while it isn't known: then nothing lasts longer than the page. */
  constructor(packet: string | null) {
    this.#packet = packet;
  }

  /** Returns what is kept, by name. */
  all(): ReadonlyMap<string, unknown> {
    const found = new Map<string, unknown>();
    for (const name of this.#savedNames()) {
      const entry = this.#saved(name);
      if (entry !== null) found.set(name, entry.value);
    }
    for (const [name, { value }] of this.#unsaved) found.set(name, value);
    return found;
  }

  put(name: string, value: unknown): void {
    const before = this.#unsaved.get(name) ?? this.#saved(name);
    const entry = { value, change: Math.max(Date.now(), (before?.change ?? 0) + 1) };
    this.#write(name, entry);
    if (this.#packet !== null)
      this.#copied = Promise.all([this.#copied, saveCopy(this.#packet, name, entry)]);
  }

  /** Resolves once everything that was put is on the disk, as far as this browser keeps it. */
  async saved(): Promise<void> {
    await Promise.race([this.#copied, patience()]);
  }

  remove(name: string): void {
    this.#unsaved.delete(name);
    if (this.#packet === null) return;
    void forgetCopy(this.#packet, name);
    try {
      localStorage.removeItem(this.#keyOf(name));
    } catch {
      // It wasn't there.
    }
  }

  removeAll(): void {
    for (const name of this.all().keys()) this.remove(name);
    if (this.#packet !== null) void forgetCopies(this.#packet);
  }

  /** Brings back entries that this browser hadn't written to the disk when it ended. */
  async restore(): Promise<void> {
    if (this.#packet === null) return;
    const copies = await Promise.race([readCopies(this.#packet), patience()]);
    for (const [name, copy] of copies) {
      const before = this.#unsaved.get(name) ?? this.#saved(name);
      if (before === null || before.change < copy.change) this.#write(name, copy);
    }
  }

  /** Returns whether a key of `localStorage` is one of these entries. */
  has(key: string | null): boolean {
    return key !== null && this.#packet !== null && key.startsWith(this.#keyOf(''));
  }

  #keyOf(name: string): string {
    return `counterpart-signing-${this.#packet}/${name}`;
  }

  #savedNames(): string[] {
    if (this.#packet === null) return [];
    try {
      const prefix = this.#keyOf('');
      const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
      return keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
    } catch {
      return [];
    }
  }

  #saved(name: string): Entry | null {
    if (this.#packet === null) return null;
    try {
      return entryIn(JSON.parse(localStorage.getItem(this.#keyOf(name)) ?? 'null'));
    } catch {
      return null;
    }
  }

  /** Browsers inside mail programs may not save anything, and a full one nothing more. */
  #write(name: string, entry: Entry): void {
    this.#unsaved.delete(name);
    try {
      if (this.#packet === null) throw new Error('The packet isn’t known yet.');
      localStorage.setItem(this.#keyOf(name), JSON.stringify(entry));
    } catch {
      this.#unsaved.set(name, entry);
    }
  }
}

/** Resolves to no entries, a moment later. */
async function patience(): Promise<ReadonlyMap<string, Entry>> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(new Map()), PATIENCE);
  });
}

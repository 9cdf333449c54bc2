import { entryIn, forgetCopies, forgetCopy, readCopies, saveCopy, type Entry } from './entry-copies.ts';

/** How long a room waits for stored entries before it opens without them, ms. Entries that arrive later are restored then. */
const OPENS_AFTER = 1000;

/**
 * How long a page waits for the disk before it is shown as signed, ms, because the databases of some browsers never respond.
 */
const DISK_PATIENCE = 10_000;

/**
 * The entries that this device stores for a packet, each under a separate key. Several tabs share them. A tab learns of another
 * tab's writes with a delay, so it writes and removes only single entries, never a whole draft.
 */
export class KeptEntries {
  readonly #packet: string | null;
  /** Entries that the browser couldn't store. They last as long as the page. */
  readonly #unsaved = new Map<string, Entry>();
  /** Resolves once the copies of all entries are on disk. */
  #copied: Promise<unknown> = Promise.resolve();
  #diskPatience = DISK_PATIENCE;
  /** Entries that were removed on this page. If copies of them are read from disk later, they must not come back. */
  readonly #removed = new Set<string>();
  #isOver = false;

  /** @param packet null while it is unknown. Until then, entries last only as long as the page. */
  constructor(packet: string | null) {
    this.#packet = packet;
  }

  /** Returns the stored values by name. */
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
    this.#removed.delete(name);
    if (this.#packet !== null)
      this.#copied = Promise.all([this.#copied, saveCopy(this.#packet, name, entry)]);
  }

  /** Resolves once all entries are on disk, as far as this browser can store them. */
  async saved(): Promise<void> {
    const isSaved = await Promise.race([this.#copied.then(() => true), later(this.#diskPatience)]);
    // Don't wait that long again for a database that doesn't respond.
    if (isSaved !== true) this.#diskPatience = OPENS_AFTER;
  }

  remove(name: string): void {
    this.#unsaved.delete(name);
    this.#removed.add(name);
    if (this.#packet === null) return;
    void forgetCopy(this.#packet, name);
    try {
      localStorage.removeItem(this.#keyOf(name));
    } catch {
      // The entry was never stored.
    }
  }

  removeAll(): void {
    this.#isOver = true;
    for (const name of this.all().keys()) this.remove(name);
    if (this.#packet !== null) void forgetCopies(this.#packet);
  }

  /**
   * Restores entries that the browser hadn't written to disk when it was closed. Resolves after a moment even if they can't be
   * read by then; `onLate` is called if some are restored later.
   */
  async restore(onLate: () => void): Promise<void> {
    const restored = this.#bringBack();
    const isOnTime = await Promise.race([restored.then(() => true), later(OPENS_AFTER)]);
    if (isOnTime !== true) void restored.then((isChanged) => isChanged && onLate());
  }

  /** @returns whether any entry was restored */
  async #bringBack(): Promise<boolean> {
    if (this.#packet === null) return false;
    let isChanged = false;
    for (const [name, copy] of await readCopies(this.#packet)) {
      const before = this.#unsaved.get(name) ?? this.#saved(name);
      const isNewer = before === null || before.change < copy.change;
      if (!isNewer || this.#isOver || this.#removed.has(name)) continue;
      this.#write(name, copy);
      isChanged = true;
    }
    return isChanged;
  }

  /** Returns whether a key of `localStorage` belongs to one of these entries. */
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

  /** Browsers inside mail programs may have no storage, and the disk may be full. */
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

async function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

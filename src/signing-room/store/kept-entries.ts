import { entryIn, forgetCopies, forgetCopy, readCopies, saveCopy, type Entry } from './entry-copies.ts';

/** How long a room waits for what was kept before it opens without it. What comes later is brought back then. Milliseconds. */
const OPENS_AFTER = 1000;

/** How long a page waits for the disk before it is shown as signed: the databases of some browsers never answer. Milliseconds. */
const DISK_PATIENCE = 10_000;

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
  #diskPatience = DISK_PATIENCE;
  /** Entries that were removed on this page: copies that are read late don't bring them back. */
  readonly #removed = new Set<string>();
  #isOver = false;

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
    this.#removed.delete(name);
    if (this.#packet !== null)
      this.#copied = Promise.all([this.#copied, saveCopy(this.#packet, name, entry)]);
  }

  /** Resolves once everything that was put is on the disk, as far as this browser keeps it. */
  async saved(): Promise<void> {
    const isSaved = await Promise.race([this.#copied.then(() => true), later(this.#diskPatience)]);
    // A database that doesn't answer isn't waited for that long again.
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
      // It wasn't there.
    }
  }

  removeAll(): void {
    this.#isOver = true;
    for (const name of this.all().keys()) this.remove(name);
    if (this.#packet !== null) void forgetCopies(this.#packet);
  }

  /**
   * Brings back entries that this browser hadn't written to the disk when it ended. Resolves after a moment even if they can't be read by
   * then; `onLate` is called if some come back later.
   */
  async restore(onLate: () => void): Promise<void> {
    const restored = this.#bringBack();
    const isOnTime = await Promise.race([restored.then(() => true), later(OPENS_AFTER)]);
    if (isOnTime !== true) void restored.then((isChanged) => isChanged && onLate());
  }

  /** @returns whether an entry came back */
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

  /** Browsers inside mail programs may not save anything, and a full disk takes nothing more. */
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

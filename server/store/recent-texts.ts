/** A cache of the most recently used texts by key, as many as fit. */
export class RecentTexts {
  readonly #max: number;
  readonly #reads = new Map<string, Promise<unknown>>();
  /** Least recently used first. */
  readonly #texts = new Map<string, string>();
  #length = 0;

  /** `max` is the total length of keys and texts, in characters. */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  /**
   * Runs a read that may store the text of this key, or waits for another one's. Returns the text, or what the read returned.
   * Without this, everyone who requests a text while the first read is running would read it, too: the slower the server, the
   * more of them.
   */
  async getOrRead<Result>(
    key: string,
    read: () => Promise<Result>,
  ): Promise<{ text: string } | { result: Result }> {
    const other = this.#reads.get(key);
    // It awaits nothing if no read is running, so that only the first of several concurrent callers finds none.
    if (other) await other.catch(() => undefined);
    const text = this.get(key);
    if (text !== undefined) return { text };
    const reading = read();
    this.#reads.set(key, reading);
    try {
      return { result: await reading };
    } finally {
      if (this.#reads.get(key) === reading) this.#reads.delete(key);
    }
  }

  set(key: string, text: string): void {
    this.#remove(key);
    this.#texts.set(key, text);
    this.#length += key.length + text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#length <= this.#max) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const text = this.#texts.get(key);
    if (text === undefined) return;
    this.#texts.delete(key);
    this.#length -= key.length + text.length;
  }
}

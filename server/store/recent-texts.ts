/** Texts by key: as many of the most recently used as fit. */
export class RecentTexts {
  readonly #max: number;
  /** Least recently used first. */
  readonly #texts = new Map<string, string>();
  #length = 0;

  /** `max`: the total length of keys and texts, in characters. */
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

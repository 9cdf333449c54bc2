/** How attempts under one key are delayed. Times in milliseconds. */
export type DelayRule = {
  /** The number of attempts without a wait. */
  free: number;
  /** The first wait after those. Each further attempt doubles it. */
  first: number;
  most: number;
  /** After this time without an attempt, the key is forgotten. Longer than the longest wait. */
  forgetAfter: number;
};

/** Above this number of keys, those that are not being delayed are forgotten. */
const KEYS_MAX = 50_000;

type Tries = { count: number; until: number; last: number };

/** Counts attempts by key in this process, and says how long the next one has to wait. */
export class GrowingDelay {
  readonly #rule: DelayRule;
  readonly #now: () => Date;
  readonly #keysMax: number;
  readonly #tries = new Map<string, Tries>();

  constructor(rule: DelayRule, now: () => Date, keysMax = KEYS_MAX) {
    this.#rule = rule;
    this.#now = now;
    this.#keysMax = keysMax;
  }

  /** Returns the milliseconds until an attempt under this key is accepted; 0 = now. */
  wait(key: string): number {
    return Math.max(0, (this.#tries.get(key)?.until ?? 0) - this.#now().getTime());
  }

  /** Counts an attempt before its outcome is known, so that each of many simultaneous attempts counts. */
  count(key: string): void {
    const now = this.#now().getTime();
    const known = this.#tries.get(key);
    const before = known && now - known.last < this.#rule.forgetAfter ? known.count : 0;
    const count = before + 1;
    if (!known && this.#tries.size >= this.#keysMax) this.#makeRoom(now);
    // Set again, to keep the map in order of last use.
    this.#tries.delete(key);
    this.#tries.set(key, { count, until: now + this.#delayAfter(count), last: now });
  }

  #delayAfter(count: number): number {
    const { free, first, most } = this.#rule;
    if (count < free) return 0;
    return Math.min(most, first * 2 ** Math.min(count - free, 30));
  }

  /**
   * Drops the older half, but not keys that are being delayed: otherwise, trying many other keys would remove the limit. If all
   * are delayed, the oldest are dropped.
   */
  #makeRoom(now: number): void {
    const half = Math.floor(this.#keysMax / 2);
    for (const spared of [(tries: Tries) => this.#isSlowed(tries, now), () => false]) {
      for (const [key, tries] of this.#tries) {
        if (this.#tries.size <= half) return;
        if (!spared(tries)) this.#tries.delete(key);
      }
      if (this.#tries.size < this.#keysMax) return;
    }
  }

  #isSlowed({ count, last }: Tries, now: number): boolean {
    return count >= this.#rule.free && now - last < this.#rule.forgetAfter;
  }
}

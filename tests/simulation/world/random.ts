/** Pseudorandom numbers: the same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns a number with 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer with 0 ≤ n < `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }
}

/** Returns one of these, for any number; undefined for an empty list. */
export function pick<Entry>(from: readonly Entry[], index: number): Entry | undefined {
  return from[index % Math.max(from.length, 1)];
}

/** Pseudorandom numbers that are the same for the same seed, in any process. */
export class Random {
  readonly seed: string;
  #state: number;

  constructor(seed: string) {
    this.seed = seed;
    // FNV-1a, so that similar seeds yield unrelated numbers.
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at += 1) {
      hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    }
    this.#state = hash >>> 0;
    this.next();
  }

  /** Returns an independent generator. Numbers drawn from others don't affect it. */
  fork(name: string | number): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** Returns a number with 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer with 0 ≤ n < `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Returns one of the choices, with a probability in proportion to its weight. @throws {Error} if no choice
   * has a weight
   */
  weighted<Choice>(choices: readonly { choice: Choice; weight: number }[]): Choice {
    const total = choices.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.next() * total;
    for (const { choice, weight } of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new Error('There is nothing to choose from.');
  }
}

/** Numbers that look random and are the same for the same seed, in any process. */
export class Random {
  readonly seed: string;
  #state: number;

  constructor(seed: string) {
    this.seed = seed;
    // FNV-1a: seeds that differ in one character must not resemble each other.
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at += 1) {
      hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    }
    this.#state = hash >>> 0;
    this.next();
  }

  /** A stream of its own: what others draw meanwhile does not disturb it. */
  fork(name: string | number): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, 0 ≤ n < `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of them, each as often as its weight says. @throws {Error} where none has a weight */
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

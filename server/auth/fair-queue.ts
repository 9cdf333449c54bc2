/** Thrown where more wait already than could be served in time. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

type Waiting = { parties: readonly string[]; run: () => Promise<void> };

/** Beyond so many it is forgotten who had how much: that happens at rest too. */
const PARTIES_MAX = 10_000;

/**
 * Work that costs, so much of it at once. What waits belongs to parties, such as an account and an address, and next is
 * what is of those who had the least since the queue was empty: whoever brings much, under one name or the other, waits
 * behind themselves and not before the others.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  /** In the order in which it came. */
  readonly #waiting: Waiting[] = [];
  /** How often each party had its turn. */
  readonly #turns = new Map<string, number>();
  #running = 0;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Does the work in its turn and answers what came of it. @throws {QueueFull} */
  async run<Result>(parties: readonly string[], work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#mostWaiting) throw new QueueFull('Too much is waiting already.');
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ parties, run: () => work().then(resolve, reject) });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= this.#atOnce) return;
    const [next] = this.#waiting.splice(this.#placeOfNext(), 1);
    if (!next) {
      if (this.#running === 0) this.#turns.clear();
      return;
    }
    if (this.#turns.size > PARTIES_MAX) this.#turns.clear();
    for (const party of next.parties) this.#turns.set(party, this.#turnsOf(party) + 1);
    this.#running += 1;
    void next.run().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }

  #placeOfNext(): number {
    const had = this.#waiting.map(({ parties }) =>
      Math.max(0, ...parties.map((party) => this.#turnsOf(party))),
    );
    return had.indexOf(Math.min(...had));
  }

  #turnsOf(party: string): number {
    return this.#turns.get(party) ?? 0;
  }
}

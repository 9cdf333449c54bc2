/** Thrown where more wait already than could be served in time. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

type Waiting = { run: () => Promise<void> };

/**
 * Work that costs, so much of it at once and the rest in turn: one of each party after another, so that whoever brings
 * much waits behind themselves and not before the others.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  /** In the order in which their turn comes. */
  readonly #parties = new Map<string, Waiting[]>();
  #waiting = 0;
  #running = 0;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Does the work in the party's turn and answers what came of it. @throws {QueueFull} */
  async run<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#mostWaiting) throw new QueueFull('Too much is waiting already.');
    return new Promise<Result>((resolve, reject) => {
      const own = this.#parties.get(party) ?? [];
      own.push({ run: () => work().then(resolve, reject) });
      this.#parties.set(party, own);
      this.#waiting += 1;
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= this.#atOnce) return;
    const [turn] = this.#parties;
    if (!turn) return;
    const [party, own] = turn;
    // To the end of the line, if there is more of it.
    this.#parties.delete(party);
    const first = own.shift();
    if (own.length > 0) this.#parties.set(party, own);
    if (!first) return;
    this.#waiting -= 1;
    this.#running += 1;
    void first.run().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }
}

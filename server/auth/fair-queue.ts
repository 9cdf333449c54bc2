/** Thrown if too many are already waiting, or if the work has waited too long. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

type Waiting = { parties: readonly string[]; run: () => Promise<void>; giveUp: (error: unknown) => void };

/** Above this number, the counts are dropped. They are also dropped when the queue is empty. */
const PARTIES_MAX = 10_000;

/**
 * A queue for expensive work that limits how much runs at once. Waiting work belongs to parties, such as an account and an
 * address. The next turn goes to the parties with the fewest turns since the queue was empty, so somebody who submits a lot
 * waits behind their own work, not in front of others.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #longestWaitMs: number;
  /** In order of arrival. */
  readonly #waiting: Waiting[] = [];
  /** How many turns each party has had. */
  readonly #turns = new Map<string, number>();
  #running = 0;

  constructor(limits: { atOnce: number; mostWaiting: number; longestWaitMs: number }) {
    this.#atOnce = limits.atOnce;
    this.#mostWaiting = limits.mostWaiting;
    this.#longestWaitMs = limits.longestWaitMs;
  }

  /** Runs the work when it is its turn and returns its result. @throws {QueueFull} */
  async run<Result>(parties: readonly string[], work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#mostWaiting)
      throw new QueueFull('Too many requests are already waiting.');
    return new Promise<Result>((resolve, reject) => {
      const waiting: Waiting = {
        parties,
        run: () => {
          clearTimeout(timer);
          return work().then(resolve, reject);
        },
        giveUp: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new QueueFull('Waited too long for a turn.'));
      }, this.#longestWaitMs);
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Fails all waiting work, because what it needs has just failed for another caller. */
  failWaiting(error: unknown): void {
    for (const waiting of this.#waiting.splice(0)) waiting.giveUp(error);
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

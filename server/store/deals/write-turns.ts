import { Refusal } from '../../refusal.ts';

type Limits = {
  /** The maximum number of concurrent writes of all deals, because each holds a database connection. */
  atOnce: number;
  /** How long a write may wait for its turn, in milliseconds. */
  waitMs: number;
  /** The maximum number of waiting writes per deal. */
  mostWaiting: number;
};

const RETRY_SECONDS = 2;

type Waiting = { start: () => void };

/** Allows this many at once. The others wait in order of arrival. */
class Slots {
  #free: number;
  readonly #waiting = new Set<Waiting>();

  constructor(count: number) {
    this.#free = count;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when their turn comes. @throws {Refusal} `unavailable` if it hasn't come by `until` */
  async take(until: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(tooBusy());
      }, until - performance.now());
      this.#waiting.add(waiting);
    });
  }

  /** Returns whether nobody took the slot. */
  giveBack(): boolean {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.start();
      return false;
    }
    this.#free += 1;
    return true;
  }
}

/**
 * The order of writes in this process. The row lock already serializes a deal's writes, but without this, each would hold a
 * connection while it waits for that lock, and reads would have none left. All writes together leave some of the connections
 * for reads. Between processes, only the row lock orders writes.
 */
export class WriteTurns {
  readonly #limits: Limits;
  readonly #connections: Slots;
  readonly #deals = new Map<string, Slots>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#connections = new Slots(limits.atOnce);
  }

  /**
   * Does the work when its turn comes. `deal` null = the write is about no deal, or an unknown one.
   * @throws {Refusal} `unavailable` if too many are already waiting, or it has waited too long
   */
  async run<Result>(deal: string | null, work: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + this.#limits.waitMs;
    if (deal === null) return this.#withConnection(until, work);
    const turns = this.#deals.get(deal) ?? new Slots(1);
    this.#deals.set(deal, turns);
    if (turns.waiting >= this.#limits.mostWaiting) throw tooBusy();
    await turns.take(until);
    try {
      return await this.#withConnection(until, work);
    } finally {
      if (turns.giveBack()) this.#deals.delete(deal);
    }
  }

  async #withConnection<Result>(until: number, work: () => Promise<Result>): Promise<Result> {
    await this.#connections.take(until);
    try {
      return await work();
    } finally {
      this.#connections.giveBack();
    }
  }
}

/** The turns of a process with this many database connections. */
export function makeWriteTurns(databasePool: number): WriteTurns {
  return new WriteTurns({ atOnce: Math.floor(databasePool * 0.6), waitMs: 10_000, mostWaiting: 200 });
}

function tooBusy(): Refusal {
  return new Refusal(
    'unavailable',
    'Many changes are being saved right now. Yours is safe. Try again in a moment.',
    { retryAfter: RETRY_SECONDS },
  );
}

import { Random } from './random.ts';

/** When every world begins, in epoch milliseconds. */
const BEGINNING = Date.UTC(2026, 0, 5, 9, 0, 0);

/** More turns than a world ever needs to settle. A world that needs more is in an endless loop. */
const MOST_TURNS = 60_000;

/** One thread of the world: a page, a worker, the network. Its tasks run one after another, in order. */
export interface Strand {
  readonly name: string;
  readonly tasks: (() => void)[];
  /** Tasks that wait for other strands. They check again after each of those strands' turns. */
  readonly polls: (() => void)[];
  /** A frozen strand runs nothing, but keeps what arrives. */
  frozen: boolean;
  /** A dead strand never runs again. */
  dead: boolean;
  readonly index: number;
}

interface Timer {
  at: number;
  number: number;
  strand: Strand;
  callback: () => void;
}

/** An endless loop or an uncaught error: a fault of the world that no invariant covers. */
export class WorldError extends Error {}

/**
 * Decides what happens next in a world, and when. At each turn, a strand drawn by the seed runs its next
 * task, and then all promises that this settles run to their end. There is no other source of time or
 * randomness, so a seed always gives the same run.
 */
export class Scheduler {
  readonly random: Random;
  /** The true time in epoch milliseconds. A device's own clock may differ. */
  now = BEGINNING;
  /** The strand whose code runs now. It owns what that code starts. */
  current: Strand;
  /** A hash of everything that happened, in order. */
  trace = 0x811c9dc5;
  turns = 0;
  readonly #strands: Strand[] = [];
  readonly #looking = new Set<() => void>();
  #timers: Timer[] = [];
  #numbers = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.current = this.strand('world');
  }

  strand(name: string): Strand {
    const strand = {
      name,
      tasks: [],
      polls: [],
      frozen: false,
      dead: false,
      index: (this.#numbers += 1),
    };
    this.#strands.push(strand);
    return strand;
  }

  /** Ends a strand: it never runs again. */
  end(strand: Strand): void {
    strand.dead = true;
    strand.tasks.length = 0;
    strand.polls.length = 0;
    this.#strands.splice(this.#strands.indexOf(strand), 1);
    this.#timers = this.#timers.filter((timer) => timer.strand !== strand);
  }

  queue(strand: Strand, task: () => void): void {
    if (!strand.dead) strand.tasks.push(task);
  }

  /** Runs a task that waits for other strands after one of them has had a turn. */
  poll(strand: Strand, task: () => void): void {
    if (!strand.dead) strand.polls.push(task);
  }

  /** Calls back once after `ms`. Returns a function that cancels it. */
  after(strand: Strand, ms: number, callback: () => void): () => void {
    if (strand.dead) return () => undefined;
    this.#numbers += 1;
    const timer = { at: this.now + Math.max(ms, 0), number: this.#numbers, strand, callback };
    this.#timers.push(timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  /** Adds something to the trace. */
  note(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      this.trace = Math.imul(this.trace ^ text.charCodeAt(index), 0x01000193);
    }
  }

  /** Runs at most this many turns, or fewer if nothing is left to do. */
  async run(turns: number): Promise<void> {
    await this.#drive(turns, () => false);
  }

  /** Runs until only timers are left, or until the condition holds. */
  async settle(until: () => boolean = () => false): Promise<void> {
    if (!(await this.#drive(MOST_TURNS, until)))
      throw new WorldError('stray: the world does not come to rest');
  }

  /** Whether nothing can run now, and no timer is due. */
  get atRest(): boolean {
    const isReady = this.#strands.some((strand) => !strand.frozen && strand.tasks.length > 0);
    return !isReady && this.#nextTimer(this.now) === null;
  }

  /** Lets time pass. Every timer that becomes due fires, in order, and the world settles after each. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const due = this.#nextTimer(end);
      if (!due) break;
      this.now = Math.max(this.now, due.at);
      this.#timers.splice(this.#timers.indexOf(due), 1);
      this.queue(due.strand, due.callback);
      await this.settle();
    }
    this.now = Math.max(this.now, end);
    await this.settle();
  }

  #nextTimer(end: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers) {
      if (timer.at > end || timer.strand.frozen) continue;
      if (!next || timer.at < next.at || (timer.at === next.at && timer.number < next.number)) next = timer;
    }
    return next;
  }

  /** Returns whether it stopped because nothing was left to do, or because the condition holds. */
  async #drive(most: number, until: () => boolean): Promise<boolean> {
    const home = this.current;
    return new Promise((resolve, reject) => {
      let left = most;
      const turn = (): void => {
        try {
          if (until()) return finish(true);
          if (left === 0) return finish(this.atRest);
          const strand = this.#pick();
          if (!strand) return finish(true);
          left -= 1;
          this.#take(strand);
        } catch (error) {
          this.current = home;
          reject(
            new WorldError(`stray: ${error instanceof Error ? error.stack : String(error)}`, {
              cause: error,
            }),
          );
          return;
        }
        // The event loop runs all promises to their end before the next turn.
        setImmediate(turn);
      };
      const finish = (rested: boolean): void => {
        this.current = home;
        resolve(rested);
      };
      setImmediate(turn);
    });
  }

  #pick(): Strand | null {
    const ready = this.#strands.filter((strand) => !strand.frozen && strand.tasks.length > 0);
    return ready.length > 1 ? (ready[this.random.below(ready.length)] ?? null) : (ready[0] ?? null);
  }

  #take(strand: Strand): void {
    this.turns += 1;
    this.trace = Math.imul(this.trace ^ strand.index, 0x01000193);
    this.current = strand;
    const task = strand.tasks.shift();
    if (!task) return;
    // Waiting tasks check again after something has happened. Such a check itself doesn't count.
    if (!this.#looking.delete(task)) this.#wakePolls();
    task();
  }

  #wakePolls(): void {
    for (const { polls, tasks } of this.#strands) {
      for (const poll of polls.splice(0)) {
        this.#looking.add(poll);
        tasks.push(poll);
      }
    }
  }
}

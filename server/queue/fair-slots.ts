/**
 * The work was stopped to make room for another group, or because nothing is started anymore. It should be done again
 * later.
 */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

type Entry = { group: string | null; stop: AbortController; start(): void; refuse(error: GaveWay): void };

/**
 * Slots for work of several groups, such as organizations. A single group may use all of them. Once another one
 * waits, each is entitled to `perGroup` slots: a group with more than that gives one back, and its newest work is
 * stopped.
 */
export class FairSlots {
  readonly #slots: number;
  readonly #perGroup: number;
  readonly #running: Entry[] = [];
  #waiting: Entry[] = [];
  #closed = false;

  constructor({ slots, perGroup }: { slots: number; perGroup: number }) {
    this.#slots = slots;
    this.#perGroup = perGroup;
  }

  /**
   * Runs work once a slot is free for its group; null = its own group.
   * @throws {GaveWay} if it was stopped for another group, or had not started when the slots were closed
   */
  async use<Result>(
    group: string | null,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const stop = new AbortController();
    const turn = Promise.withResolvers<void>();
    const entry = { group, stop, start: turn.resolve, refuse: turn.reject };
    if (this.#closed) throw new GaveWay('The slots are closed.');
    this.#waiting.push(entry);
    this.#next();
    await turn.promise;
    try {
      // It may have been stopped before it could start.
      stop.signal.throwIfAborted();
      return await work(AbortSignal.any([signal, stop.signal]));
    } catch (error) {
      throw stop.signal.aborted ? new GaveWay('Another group was waiting.', { cause: error }) : error;
    } finally {
      this.#running.splice(this.#running.indexOf(entry), 1);
      this.#next();
    }
  }

  /** Refuses work that has not started, from now on. Running work continues. */
  close(): void {
    this.#closed = true;
    for (const entry of this.#waiting.splice(0)) entry.refuse(new GaveWay('The slots are closed.'));
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#running.length < this.#slots) {
      const running = this.#countByGroup();
      const least = Math.min(...this.#waiting.map(({ group }) => countOf(running, group)));
      const next = this.#waiting.findIndex(({ group }) => countOf(running, group) === least);
      for (const entry of this.#waiting.splice(next, 1)) {
        this.#running.push(entry);
        entry.start();
      }
    }
    this.#makeRoom();
  }

  /** Stops the newest work of groups that have more than their share, one for each waiting entry that is entitled to a slot. */
  #makeRoom(): void {
    const counts = this.#countByGroup();
    let freed = this.#running.filter(({ stop }) => stop.signal.aborted).length;
    for (const { group } of this.#waiting) {
      if (countOf(counts, group) >= this.#perGroup) continue;
      add(counts, group, 1);
      if (freed > 0) {
        freed -= 1;
        continue;
      }
      const tooMany = this.#running.findLast(
        (entry) => !entry.stop.signal.aborted && countOf(counts, entry.group) > this.#perGroup,
      );
      if (!tooMany) return;
      add(counts, tooMany.group, -1);
      tooMany.stop.abort();
    }
  }

  /** Excludes work that was stopped but has not ended yet. */
  #countByGroup(): Map<string | null, number> {
    const counts = new Map<string | null, number>();
    for (const { group, stop } of this.#running) if (!stop.signal.aborted) add(counts, group, 1);
    return counts;
  }
}

function countOf(counts: ReadonlyMap<string | null, number>, group: string | null): number {
  return group === null ? 0 : (counts.get(group) ?? 0);
}

function add(counts: Map<string | null, number>, group: string | null, by: number): void {
  counts.set(group, (counts.get(group) ?? 0) + by);
}

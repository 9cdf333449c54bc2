import type { Clock } from '../../src/sync/engine/clock.ts';

/** Time that moves only when the test says so; jitter draws the longest waits. */
export class HandClock implements Clock {
  #now: number;
  /** How many timers have been set: who waits anew has done something. */
  timersSet = 0;
  #timers: { at: number; callback: () => void }[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }
  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    this.timersSet += 1;
    // What is due already (time moved on while somebody worked out how long to wait) waits for nobody.
    if (ms <= 0) setImmediate(() => this.advance(0));
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
  random(): number {
    return 0.999_999;
  }
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
  }
  /** As someone does in the settings: timers that run already run on as they would have. */
  setBack(ms: number): void {
    this.#now -= ms;
    this.#timers = this.#timers.map(({ at, callback }) => ({ at: at - ms, callback }));
  }
}

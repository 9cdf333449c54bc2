import type { Clock } from '../../src/sync/engine/clock.ts';

/** A clock that advances only when the test says so. Its jitter always yields the longest waits. */
export class HandClock implements Clock {
  #now: number;
  /** How many timers have been set. A change shows that something has happened. */
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
    // A timer that is already due fires at once, because time moved on while the wait was computed.
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
  /** Sets the clock back, as users do in the settings. Running timers are not affected. */
  setBack(ms: number): void {
    this.#now -= ms;
    this.#timers = this.#timers.map(({ at, callback }) => ({ at: at - ms, callback }));
  }
}

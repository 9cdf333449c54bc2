import type { Clock } from './clock.ts';

/** Lets a loop rest until a time, or until it is woken. */
export class Alarm {
  readonly #clock: Clock;
  #rung = false;
  #wake: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the current rest or, between two rests, the next one. */
  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Resolves after `ms`, or as soon as it is woken. */
  async rest(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const stop = this.#clock.after(Math.max(ms, 0), resolve);
        this.#wake = () => {
          stop();
          resolve();
        };
      });
    }
    this.#rung = false;
    this.#wake = () => undefined;
  }
}

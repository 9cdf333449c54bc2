/** Admits a limited number at once. The others wait in order of arrival. */
export class Turnstile {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Does the work once it is admitted. Returns null if the signal came first, without doing the work. */
  async pass<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | null> {
    if (signal.aborted || !(await this.#enter(signal))) return null;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        if (this.#waiting.delete(enter)) resolve(false);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

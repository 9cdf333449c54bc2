/** Continues the uploads until nothing more can be sent now, or until the signal aborts. Returns whether files are left. */
export type CarryOn = (signal: AbortSignal) => Promise<boolean>;

/**
 * Continues the uploads, one run at a time. While a run waits for the page's worker or uploads files, the browser keeps the
 * service worker alive.
 */
export class Carrying {
  readonly #carryOn: CarryOn;
  #current: { stopping: AbortController; ended: Promise<boolean> } | null = null;

  constructor(carryOn: CarryOn) {
    this.#carryOn = carryOn;
  }

  /** Joins the current run, or starts one. Returns whether files are left. Rejects if `carryOn` does. */
  async carryOn(): Promise<boolean> {
    // A run that is being stopped for a page doesn't count for later requests.
    while (this.#current?.stopping.signal.aborted) await this.#current.ended.catch(() => true);
    this.#current ??= this.#begin();
    return this.#current.ended;
  }

  /** Stops the current run, because a page continues the uploads itself. */
  async stop(): Promise<void> {
    this.#current?.stopping.abort();
    await this.#current?.ended;
  }

  #begin(): { stopping: AbortController; ended: Promise<boolean> } {
    const stopping = new AbortController();
    const ended = this.#carryOn(stopping.signal).finally(() => {
      this.#current = null;
    });
    return { stopping, ended };
  }
}

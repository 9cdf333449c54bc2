/** Continues the uploads until nothing is left that can be sent now, or the signal. Returns whether files are left. */
export type CarryOn = (signal: AbortSignal) => Promise<boolean>;

/**
 * Carries the uploads on one at a time; while it waits for the page's worker to let go, or uploads, the browser lets the
 * service worker live.
 */
export class Carrying {
  readonly #carryOn: CarryOn;
  #current: { stopping: AbortController; ended: Promise<boolean> } | null = null;

  constructor(carryOn: CarryOn) {
    this.#carryOn = carryOn;
  }

  /** Joins the current run, or begins one. Returns whether files are left; rejects as `carryOn` does. */
  async carryOn(): Promise<boolean> {
    // What a page is taking back answers for nothing that comes after.
    while (this.#current?.stopping.signal.aborted) await this.#current.ended.catch(() => true);
    this.#current ??= this.#begin();
    return this.#current.ended;
  }

  /** A page continues by itself: the current run stops. */
  async undoSteps(): Promise<void> {
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

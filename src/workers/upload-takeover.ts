/** Continues the uploads until nothing is left that can be sent now, or the signal. Returns whether files are left. */
export type CarryOn = (signal: AbortSignal) => Promise<boolean>;

/**
 * Continues the uploads, one run at a time; while it waits for the page's worker, or uploads, the browser lets the
 * service worker live.
 */
export class Carrying {
  readonly #carryOn: CarryOn;
  #current: { stopping: AbortController; ended: Promise<boolean> } | null = null;

  constructor(carryOn: CarryOn) {
    this.#carryOn = carryOn;
  }

  /** Joins the current run, or starts one. Returns whether files are left; rejects like `carryOn`. */
  async carryOn(): Promise<boolean> {
    // A run that a page is taking over doesn't count for later requests.
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

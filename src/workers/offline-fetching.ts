/** Runs the requested work, one run at a time. Requests during a run cause one more run afterward. */
export class Keeping {
  readonly #fetch: () => Promise<void>;
  #current: Promise<void> | null = null;
  #again = false;

  constructor(fetch: () => Promise<void>) {
    this.#fetch = fetch;
  }

  /** Resolves when everything requested so far is done. Rejects if the download does. */
  async keep(): Promise<void> {
    this.#again = true;
    this.#current ??= this.#run();
    await this.#current;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await this.#fetch();
      }
    } finally {
      this.#current = null;
    }
  }
}

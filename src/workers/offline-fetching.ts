/** Does what it is asked for once at a time; asked while it does, it does it once more afterwards. */
export class Keeping {
  readonly #fetch: () => Promise<void>;
  #current: Promise<void> | null = null;
  #again = false;

  constructor(fetch: () => Promise<void>) {
    this.#fetch = fetch;
  }

  /** Resolves when all that was asked for until then has ended; rejects as the fetching does. */
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

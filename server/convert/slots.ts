/** Lets so many at once do something; the others wait in order. */
export class Slots {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  async use<Result>(most: number, run: () => Promise<Result>): Promise<Result> {
    while (this.#taken >= most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    try {
      return await run();
    } finally {
      this.#taken -= 1;
      this.#waiting.shift()?.();
    }
  }
}

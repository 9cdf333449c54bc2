/** Failed sign-ins taken from one address for one account before it must wait. */
const FAILURES_MAX = 10;
const WINDOW_MS = 60_000;

/**
 * Slows the guessing of passwords: 10 attempts a minute for each address and account; those that succeed do not count.
 * Each process counts for itself.
 */
export class LoginLimiter {
  readonly #attempts = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts an attempt. Answers the seconds to wait where there were too many, else 0. */
  begin(key: string): number {
    const now = this.#now();
    this.#forget(now);
    const recent = (this.#attempts.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
    const first = recent[0];
    if (recent.length >= FAILURES_MAX && first !== undefined)
      return Math.ceil((first + WINDOW_MS - now) / 1000);
    this.#attempts.set(key, [...recent, now]);
    return 0;
  }

  succeeded(key: string): void {
    this.#attempts.delete(key);
  }

  #forget(now: number): void {
    if (this.#attempts.size < 10_000) return;
    for (const [key, attempts] of this.#attempts) {
      if ((attempts.at(-1) ?? 0) <= now - WINDOW_MS) this.#attempts.delete(key);
    }
  }
}

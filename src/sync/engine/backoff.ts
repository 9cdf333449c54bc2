import type { Setback } from '../push/answer.ts';
import { backoffMs, type Clock } from './clock.ts';

interface Wait {
  tries: number;
  since: number;
  until: number;
  /** The server requested the wait (`Retry-After`). */
  asked: boolean;
  /** The server could not be reached at all. Once any request gets through, a retry makes sense. */
  unreachable: boolean;
}

/** Failures that are retried, each under its own key with full jitter (SPEC: PUSH5). */
export class Waits {
  readonly #clock: Clock;
  readonly #waits = new Map<string, Wait>();
  #clearings = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a failure. The next try is due after a wait that grows with each try. */
  hold(key: string, setback: Setback): void {
    const tries = (this.#waits.get(key)?.tries ?? 0) + 1;
    const asked = setback.kind === 'retry' ? setback.afterMs : null;
    const since = this.#clock.now();
    const until = since + backoffMs(tries, this.#clock.random(), asked);
    this.#waits.set(key, {
      tries,
      since,
      until,
      asked: asked !== null,
      unreachable: setback.kind === 'retry' && setback.unreachable,
    });
  }

  /** Makes it due again at exactly this time, without a failure. */
  rest(key: string, ms: number): void {
    const since = this.#clock.now();
    this.#waits.set(key, { tries: 0, since, until: since + ms, asked: true, unreachable: false });
  }

  /** When it is due, epoch milliseconds; null = now. A clock that was set back must not make it wait forever. */
  dueAt(key: string): number | null {
    const wait = this.#waits.get(key);
    const now = this.#clock.now();
    return wait && wait.since <= now && now < wait.until ? wait.until : null;
  }

  /** Returns whether something waits because the server could not be reached, and nothing has gotten through since. */
  get outOfReach(): boolean {
    return [...this.#waits.values()].some((wait) => wait.unreachable);
  }

  /** How often it has failed since its last success. */
  tries(key: string): number {
    return this.#waits.get(key)?.tries ?? 0;
  }

  /** Records a success. Everything that waits for the server to be reachable is also due. */
  release(key: string): void {
    this.#waits.delete(key);
    for (const [other, wait] of this.#waits) if (wait.unreachable) this.#waits.delete(other);
  }

  /** How many times `clearOwn` or `clear` has made everything due. */
  get clearings(): number {
    return this.#clearings;
  }

  /** Records that the network is back. Everything that waits is due, unless the server itself requested the wait. */
  clearOwn(): void {
    this.#clearings += 1;
    for (const [key, wait] of this.#waits) if (!wait.asked) this.#waits.delete(key);
  }

  /** Call this when a try ends that began after this many clearings. A failure from before the last clearing doesn't count. */
  ended(key: string, clearings: number): void {
    if (clearings !== this.#clearings && !this.#waits.get(key)?.asked) this.#waits.delete(key);
  }

  /** Forgets a failure, because what failed no longer exists in that form. */
  forget(key: string): void {
    this.#waits.delete(key);
  }

  clear(): void {
    this.#clearings += 1;
    this.#waits.clear();
  }
}

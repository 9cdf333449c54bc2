import type { Setback } from '../push/answer.ts';
import { backoffMs, type Clock } from './clock.ts';

interface Wait {
  tries: number;
  since: number;
  until: number;
  /** The server asked for it (`Retry-After`). */
  asked: boolean;
  /** The server could not be reached at all: any request that gets through says that it is worth trying again. */
  unreachable: boolean;
}

/** What failed and is tried again, each thing by its own key with full jitter (SPEC: PUSH5). */
export class Waits {
  readonly #clock: Clock;
  readonly #waits = new Map<string, Wait>();
  #clearings = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a failure; the next try is due after a wait that grows with the tries. */
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

  /** Nothing failed: the thing is due again after exactly so long. */
  rest(key: string, ms: number): void {
    const since = this.#clock.now();
    this.#waits.set(key, { tries: 0, since, until: since + ms, asked: true, unreachable: false });
  }

  /** When the thing is due, epoch milliseconds; null = now. A clock set back must not make it wait for ever. */
  dueAt(key: string): number | null {
    const wait = this.#waits.get(key);
    const now = this.#clock.now();
    return wait && wait.since <= now && now < wait.until ? wait.until : null;
  }

  /** Whether something waits because the server could not be reached, and nothing has got through since. */
  get outOfReach(): boolean {
    return [...this.#waits.values()].some((wait) => wait.unreachable);
  }

  /** How often it has failed since it last worked. */
  tries(key: string): number {
    return this.#waits.get(key)?.tries ?? 0;
  }

  /** It worked. Whatever waits for the server to be reachable is due too. */
  release(key: string): void {
    this.#waits.delete(key);
    for (const [other, wait] of this.#waits) if (wait.unreachable) this.#waits.delete(other);
  }

  /** How often everything was said to be due. */
  get clearings(): number {
    return this.#clearings;
  }

  /** The network is back: whatever waits is due, but for what the server itself asked to wait with. */
  clearOwn(): void {
    this.#clearings += 1;
    for (const [key, wait] of this.#waits) if (!wait.asked) this.#waits.delete(key);
  }

  /** A try has ended that was begun after so many clearings: one that failed says nothing of what has come since. */
  ended(key: string, clearings: number): void {
    if (clearings !== this.#clearings && !this.#waits.get(key)?.asked) this.#waits.delete(key);
  }

  /** It is no longer what it was that failed. */
  forget(key: string): void {
    this.#waits.delete(key);
  }

  clear(): void {
    this.#clearings += 1;
    this.#waits.clear();
  }
}

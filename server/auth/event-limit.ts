import { GrowingDelay } from './growing-delay.ts';

/** More events than a person causes at work. A page that fails again and again stops being reported. */
const RULE = { free: 200, first: 5000, most: 60_000, forgetAfter: 120_000 };

/** Limits reported events per user. Each process counts separately. */
export class EventLimit {
  readonly #people: GrowingDelay;

  constructor(now: () => Date) {
    this.#people = new GrowingDelay(RULE, now);
  }

  /** Returns 0 if the event is accepted, or else the seconds that this user's events have to wait. */
  tell(person: string): number {
    const wait = this.#people.wait(person);
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#people.count(person);
    return 0;
  }
}

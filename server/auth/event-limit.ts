import { GrowingDelay } from './growing-delay.ts';

/** More than a person causes at work; a page that breaks again and again is no longer reported. */
const RULE = { free: 200, first: 5000, most: 60_000, forgetAfter: 120_000 };

/** Slows the telling of events, for each person. Each process counts for itself. */
export class EventLimit {
  readonly #people: GrowingDelay;

  constructor(now: () => Date) {
    this.#people = new GrowingDelay(RULE, now);
  }

  /** 0 = it is taken; else the seconds that this person's events have to wait. */
  tell(person: string): number {
    const wait = this.#people.wait(person);
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#people.count(person);
    return 0;
  }
}

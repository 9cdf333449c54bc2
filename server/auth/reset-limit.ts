import { GrowingDelay } from './growing-delay.ts';

const MINUTE = 60_000;

/** Links to one account. The longest wait is half as long as a link is good: who waits has one that works. */
const ACCOUNT = { free: 3, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
/** Asked for from one address, for whichever accounts. */
const ADDRESS = { free: 20, first: MINUTE, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };

/**
 * Slows the asking for links. Whether the account exists makes no difference to it. Each process counts for itself.
 */
export class ResetLimit {
  readonly #accounts: GrowingDelay;
  readonly #addresses: GrowingDelay;

  constructor(now: () => Date) {
    this.#accounts = new GrowingDelay(ACCOUNT, now);
    this.#addresses = new GrowingDelay(ADDRESS, now);
  }

  /** 'send' = a link goes out; 'enough' = enough have gone out lately; else the seconds that this address has to wait. */
  ask(account: string, address: string): 'send' | 'enough' | number {
    const wait = this.#addresses.wait(address);
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#addresses.count(address);
    if (this.#accounts.wait(account) > 0) return 'enough';
    this.#accounts.count(account);
    return 'send';
  }
}

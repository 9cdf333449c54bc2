import type { SharedDelay } from './shared-delay.ts';

const MINUTE = 60_000;

/** Links to one account. The longest wait is half as long as a link is good: who waits has one that works. */
const ACCOUNT = { free: 3, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
/** Asked for from one address, for whichever accounts. */
const ADDRESS = { free: 20, first: MINUTE, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };

/** Slows requests for links, in all processes together. Whether the account exists makes no difference to it. */
export class ResetLimit {
  readonly #delay: SharedDelay;

  constructor(delay: SharedDelay) {
    this.#delay = delay;
  }

  /** 'send' = a link goes out; 'enough' = enough have gone out lately; else the seconds that this address has to wait. */
  async ask(account: string, address: string): Promise<'send' | 'enough' | number> {
    const wait = await this.#delay.count([{ name: 'reset address', key: address, rule: ADDRESS }]);
    if (wait > 0) return Math.ceil(wait / 1000);
    const enough = await this.#delay.count([{ name: 'reset account', key: account, rule: ACCOUNT }]);
    return enough > 0 ? 'enough' : 'send';
  }
}

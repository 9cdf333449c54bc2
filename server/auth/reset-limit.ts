import type { SharedDelay } from './shared-delay.ts';

const MINUTE = 60_000;

/** Links for one account. The longest wait is half of a link's lifetime, so a person who has to wait still has a valid link. */
const ACCOUNT = { free: 3, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
/** Links requested from one address, for any accounts. */
const ADDRESS = { free: 20, first: MINUTE, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };

/** Limits requests for links, across all processes, whether or not the account exists. */
export class ResetLimit {
  readonly #delay: SharedDelay;

  constructor(delay: SharedDelay) {
    this.#delay = delay;
  }

  /**
   * 'send' = send a link; 'enough' = enough were sent lately; otherwise the seconds that this address has to wait.
   */
  async ask(account: string, address: string): Promise<'send' | 'enough' | number> {
    const wait = await this.#delay.count([{ name: 'reset address', key: address, rule: ADDRESS }]);
    if (wait > 0) return Math.ceil(wait / 1000);
    const enough = await this.#delay.count([{ name: 'reset account', key: account, rule: ACCOUNT }]);
    return enough > 0 ? 'enough' : 'send';
  }
}

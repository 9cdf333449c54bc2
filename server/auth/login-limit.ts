import { normalizeIP } from '@fastify/rate-limit';
import type { Attempt, SharedDelay } from './shared-delay.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Guessing the password of one account from one address. */
const PAIR = { free: 10, first: 2 * SECOND, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };
/** Guessing the password of one account from many addresses that its owner has never signed in from. */
const ACCOUNT = { free: 20, first: 2 * SECOND, most: MINUTE, forgetAfter: 60 * MINUTE };
/** Guessing the passwords of many accounts from one address. A whole firm may share the address. */
const ADDRESS = { free: 200, first: SECOND, most: 5 * MINUTE, forgetAfter: 15 * MINUTE };

/** An accepted attempt whose outcome is not known yet. */
export type LoginAttempt = {
  /** Reports that the password was correct. */
  succeeded(): Promise<void>;
};

/**
 * Slows down password guessing: the more wrong passwords, the longer the wait, across all processes. An account is delayed for
 * all addresses except those that its owner has signed in from, so a stranger cannot lock the owner out. Attempts during the wait
 * are not counted and do not extend it.
 */
export class LoginLimit {
  readonly #delay: SharedDelay;

  constructor(delay: SharedDelay) {
    this.#delay = delay;
  }

  /**
   * Returns the attempt, or the seconds to wait before the next. `isKnown`: its owner has signed in from this
   * address.
   */
  async begin(
    account: string,
    address: string,
    isKnown: () => Promise<boolean>,
  ): Promise<LoginAttempt | number> {
    const pair = { name: 'login pair', key: `${address} ${account}`, rule: PAIR };
    const fromAddress = { name: 'login address', key: address, rule: ADDRESS };
    const atAccount = { name: 'login account', key: account, rule: ACCOUNT };
    const early = this.#delay.knownWait([pair, fromAddress]);
    if (early > 0) return inSeconds(early);
    const others: Attempt[] = (await isKnown()) ? [fromAddress] : [fromAddress, atAccount];
    const wait = await this.#delay.count([pair, ...others]);
    if (wait > 0) return inSeconds(wait);
    return {
      succeeded: async () => {
        await this.#delay.forget([pair]);
        await this.#delay.refund(others);
      },
    };
  }

  /** Forgets the attempts on an account whose owner has proved by an emailed link that it is theirs. */
  async forgive(account: string, address: string): Promise<void> {
    await this.#delay.forget([{ name: 'login pair', key: `${address} ${account}`, rule: PAIR }]);
  }
}

/** The part of an address that counts. For IPv6 it is the network, because anyone can have all of its addresses. */
export function addressKey(ip: string): string {
  return normalizeIP(ip);
}

function inSeconds(wait: number): number {
  return Math.ceil(wait / SECOND);
}

import { normalizeIP } from '@fastify/rate-limit';
import type { Attempt, SharedDelay } from './shared-delay.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Guessing at one account from one address. */
const PAIR = { free: 10, first: 2 * SECOND, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };
/** At one account from many addresses, none of which its owner has signed in from. */
const ACCOUNT = { free: 20, first: 2 * SECOND, most: MINUTE, forgetAfter: 60 * MINUTE };
/** For many accounts from one address: a whole firm may share it. */
const ADDRESS = { free: 200, first: SECOND, most: 5 * MINUTE, forgetAfter: 15 * MINUTE };

/** An attempt that was let through, until its outcome is known. */
export type LoginAttempt = {
  /** The password was right. */
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

  /** The attempt, or the seconds to wait before the next. `isKnown` = its owner has signed in from this address. */
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
        await this.#delay.undoSteps(others);
      },
    };
  }

  /** The person has proved otherwise that the account is theirs: by the link that was mailed to them. */
  async forgive(account: string, address: string): Promise<void> {
    await this.#delay.forget([{ name: 'login pair', key: `${address} ${account}`, rule: PAIR }]);
  }
}

/** By what an address is counted: of IPv6 the network, of which anyone has all addresses. */
export function addressKey(ip: string): string {
  return normalizeIP(ip);
}

function inSeconds(wait: number): number {
  return Math.ceil(wait / SECOND);
}

import { normalizeIP } from '@fastify/rate-limit';
import { GrowingDelay } from './growing-delay.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Guessing at one account from one address. */
const PAIR = { free: 10, first: 2 * SECOND, most: 15 * MINUTE, forgetAfter: 60 * MINUTE };
/** At one account from many addresses, none of which its owner has signed in from. */
const ACCOUNT = { free: 20, first: 2 * SECOND, most: MINUTE, forgetAfter: 60 * MINUTE };
/** At many accounts from one address: a whole firm may stand behind it. */
const ADDRESS = { free: 200, first: SECOND, most: 5 * MINUTE, forgetAfter: 15 * MINUTE };

/** An attempt that was let through, until its outcome is known. */
export type LoginAttempt = {
  /** The password was right. */
  succeeded(): void;
};

/**
 * Slows the guessing of passwords: the more wrong ones, the longer the wait. Each process counts for itself. An account
 * is slowed for all addresses at once only where its owner has not signed in from: a stranger who guesses at it does not lock
 * them out. What has to wait costs next to nothing and is not counted: asking on does not prolong the wait.
 */
export class LoginLimit {
  readonly #pairs: GrowingDelay;
  readonly #accounts: GrowingDelay;
  readonly #addresses: GrowingDelay;

  constructor(now: () => Date) {
    this.#pairs = new GrowingDelay(PAIR, now);
    this.#accounts = new GrowingDelay(ACCOUNT, now);
    this.#addresses = new GrowingDelay(ADDRESS, now);
  }

  /** The attempt, or the seconds to wait before the next. `isKnown` = its owner has signed in from this address. */
  async begin(
    account: string,
    address: string,
    isKnown: () => Promise<boolean>,
  ): Promise<LoginAttempt | number> {
    const pair = `${address} ${account}`;
    const waitHere = () => Math.max(this.#pairs.wait(pair), this.#addresses.wait(address));
    // Before anything is asked of the database: a flood ends here.
    if (waitHere() > 0) return inSeconds(waitHere());
    const known = await isKnown();
    // Others may have been counted meanwhile.
    const wait = Math.max(waitHere(), known ? 0 : this.#accounts.wait(account));
    if (wait > 0) return inSeconds(wait);
    this.#pairs.count(pair);
    this.#addresses.count(address);
    if (!known) this.#accounts.count(account);
    return {
      succeeded: () => {
        this.#pairs.forget(pair);
        this.#addresses.takeBack(address);
        if (!known) this.#accounts.takeBack(account);
      },
    };
  }

  /** The person has proved otherwise that the account is theirs: by the link that was mailed to them. */
  forgive(account: string, address: string): void {
    this.#pairs.forget(`${address} ${account}`);
  }
}

/** By what an address is counted: of IPv6 the network, of which anyone has all addresses. */
export function addressKey(ip: string): string {
  return normalizeIP(ip);
}

function inSeconds(wait: number): number {
  return Math.ceil(wait / SECOND);
}

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../refusal.ts';
import { FairQueue, QueueFull } from './fair-queue.ts';

// argon2id is the library's default algorithm. 19 MiB, two passes, one lane: about 20 ms, and OWASP's minimum.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on Node's pool of four threads, which also reads and writes files, and each hash uses a full core. So one core and
 * one thread stay free. Callers take turns, so that a flood on one account, or from one address, only delays itself.
 */
const queue = new FairQueue({
  atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
  mostWaiting: 500,
  longestWaitMs: 60_000,
});

/**
 * Returns the argon2id hash to store, with its parameters and salt. `turn`: the account and address that it is for.
 */
export async function hashPassword(password: string, turn: readonly string[] = []): Promise<string> {
  return inTurn(turn, () => hash(password, cost));
}

/** How the library encodes the algorithm and these parameters at the start of a hash. */
const HEAD = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Returns whether a stored hash was made with other parameters than new ones. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(HEAD);
}

/** Computed in advance, so that the first sign-in with an unknown address takes no longer than others. */
const decoy = hash('a password that nobody has', cost);

/**
 * Returns whether the password is the user's. Without a user it does the same work, so that timing doesn't reveal
 * accounts.
 */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
  turn: readonly string[],
): Promise<boolean> {
  return inTurn(turn, async () => {
    const matches = await verify(passwordHash ?? (await decoy), password);
    return matches && passwordHash !== undefined;
  });
}

/** @throws {Refusal} `unavailable` if too many are waiting */
async function inTurn<Result>(turn: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await queue.run(turn, work);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new Refusal(
      'unavailable',
      'Too many people are signing in right now. Try again in a moment.',
      { retryAfter: 2 },
      error,
    );
  }
}

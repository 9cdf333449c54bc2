import { addressKey, type LoginAttempt } from '../auth/login-limit.ts';
import { Refusal } from '../refusal.ts';
import { findAccount, type Account } from '../store/account/login-addresses.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Somebody is about to prove that an account is theirs by its password: whose it is, if anybody's, and the attempt, which
 * counts as failed until it is said to have succeeded.
 * @throws {Refusal} `too_many_requests`
 */
export async function beginAttempt(
  { services, limits, caller }: RequestContext,
  email: string,
): Promise<{ attempt: LoginAttempt; user: Account | undefined }> {
  const address = addressKey(caller.address);
  let user: Account | undefined;
  const attempt = await limits.logins.begin(email, address, async () => {
    const found = await findAccount(services.db, email, address);
    user = found.user;
    return found.isKnown;
  });
  if (typeof attempt !== 'number') return { attempt, user };
  throw tooMany('Too many attempts with a wrong password.', attempt);
}

/** The sentence, and how long to wait in words and as `Retry-After`. */
export function tooMany(sentence: string, seconds: number): Refusal {
  return new Refusal('too_many_requests', `${sentence} Wait ${inWords(seconds)} and try again.`, {
    retryAfter: seconds,
  });
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

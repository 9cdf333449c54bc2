import { addressKey, type LoginAttempt } from '../auth/login-limit.ts';
import { tooMany } from '../refusal.ts';
import { findAccount } from '../store/account/login-addresses.ts';
import type { Account } from '../store/account/users.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Begins a password check. Returns the account, if it exists, and the attempt, which counts as failed until it is reported as
 * successful.
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
  throw tooMany('Too many attempts with an incorrect password.', attempt);
}

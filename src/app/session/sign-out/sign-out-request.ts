import type { NavigateFunction } from 'react-router-dom';
import type { AccountRow } from '../../../db/device-database.ts';

/** The session that a visit to the sign-in page ends. It stays in the history entry, so that a reload finishes the sign-out. */
export type SignOutRequest = Pick<AccountRow, 'userId' | 'signIns'>;

/**
 * Goes to the sign-in page, which ends the session. The page comes first: once the session has ended, the guard of the signed-in
 * pages goes there without saying why.
 */
export async function requestSignOut(navigate: NavigateFunction, account: SignOutRequest): Promise<void> {
  const request: SignOutRequest = { userId: account.userId, signIns: account.signIns };
  await navigate('/login?action=logout', { state: { signOut: request } });
}

/** Returns the request in a history entry, whose state the router stores untyped; null without a request. */
export function signOutRequestIn(state: unknown): SignOutRequest | null {
  if (typeof state !== 'object' || state === null || !('signOut' in state)) return null;
  const { signOut } = state;
  if (typeof signOut !== 'object' || signOut === null) return null;
  if (!('userId' in signOut) || typeof signOut.userId !== 'string') return null;
  if (!('signIns' in signOut) || typeof signOut.signIns !== 'number') return null;
  return { userId: signOut.userId, signIns: signOut.signIns };
}

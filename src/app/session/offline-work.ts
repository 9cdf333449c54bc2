import { signOutAction } from '../../contract/rules/account/sign-out-action.ts';
import type { AccountRow } from '../../db/device-database.ts';

let continuedUserId: string | null = null;

/** The user has chosen to continue without the server on this page. */
export function continueOffline(userId: string): void {
  continuedUserId = userId;
}

export function endOfflineWork(): void {
  continuedUserId = null;
}

/** Returns whether the user must sign in before the app shows or creates anything. Offline, they can't sign in. */
export function isSignInDue({ session, userId, accessEnded }: AccountRow, online: boolean): boolean {
  if (accessEnded !== undefined) return true;
  return session !== 'active' && online && continuedUserId !== userId;
}

/** Returns the `action` parameter of the sign-in page: why the user is there. */
export function signInAction({ session, accessEnded }: AccountRow): string {
  if (accessEnded !== undefined) return signOutAction('access_ended');
  return session === 'signed_out' ? 'logout' : signOutAction();
}

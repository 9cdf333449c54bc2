import type { AccountRow } from '../../db/device-database.ts';

let continued: string | null = null;

/** The person chose to go on without the server, on this page. */
export function goOnOffline(userId: string): void {
  continued = userId;
}

function goesOnOffline(userId: string): boolean {
  return continued === userId;
}

export function endOfflineWork(): void {
  continued = null;
}

/** Whether the person has to sign in before anything of theirs is shown or made; without a network they could not. */
export function isSignInDue({ session, userId, accessEnded }: AccountRow, online: boolean): boolean {
  if (accessEnded !== undefined) return true;
  return session !== 'active' && online && !goesOnOffline(userId);
}

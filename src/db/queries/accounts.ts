import type { MirrorDatabase } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { currentAccount, deviceDatabase, type AccountRow } from '../device-database.ts';

/** The person whose mirror the screens show, or null when nobody has signed in here. */
export async function accountOnDevice(): Promise<AccountRow | null> {
  return (await currentAccount()) ?? null;
}

/** The person who last worked on this device and has not signed out; null where there is none. */
export async function lastAccount(): Promise<AccountRow | null> {
  const accounts = await deviceDatabase.accounts.filter((row) => row.session !== 'signed_out').toArray();
  return accounts.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)[0] ?? null;
}

/** The person's mirror, open. */
export function mirrorOf(account: Pick<AccountRow, 'userId'>): MirrorDatabase {
  return openDatabase(account.userId);
}

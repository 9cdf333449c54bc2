// The one place where the page opens a mirror and reads who uses the device. Screens take what it answers.
// oxlint-disable-next-line no-restricted-imports -- opening is this file's office
import { openDatabase, type MirrorDatabase } from '../../db/database.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import {
  currentAccount,
  deviceDatabase,
  rememberAccount,
  type AccountRow,
} from '../../db/device-database.ts';
// oxlint-disable-next-line no-restricted-imports -- ids are made on the device, by the page that makes the row
import { newUuid } from '../../db/uuid.ts';

/** The person whose mirror the screens show, or null when nobody has signed in here. */
export async function accountOnDevice(): Promise<AccountRow | null> {
  return (await currentAccount()) ?? null;
}

/** The person who last worked on this device, signed in or not; null on a new one. */
export async function lastAccount(): Promise<AccountRow | null> {
  const accounts = await deviceDatabase.accounts.toArray();
  return accounts.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)[0] ?? null;
}

/** Makes a person current who is known on this device, without asking the server. Their queue stays paused. */
export async function continueAs(account: AccountRow): Promise<void> {
  await rememberAccount({ ...account, lastUsedAt: Date.now() });
}

export function openMirror(userId: string): MirrorDatabase {
  return openDatabase(userId);
}

export function newId(): string {
  return newUuid();
}

import { Dexie, type EntityTable, type Table } from 'dexie';

import { rerunLiveQueries } from './database.ts';
import { reopen } from './reopen.ts';

/** A user who has signed in on this device. It is separate from their database, whose name has their id. */
export interface AccountRow {
  userId: string;
  email: string;
  fullName: string;
  /** When the session ends by this device's clock, epoch seconds; the cookie itself cannot be read in workers. */
  expiresAt: number;
  /** By how much that clock was ahead of the server's then, milliseconds; absent = nobody knew. */
  aheadMs?: number | undefined;
  /** Counts the sign-ins: a 401 of an earlier session must not end a later one. */
  signIns: number;
  /** Signed out here while the server was unreachable; the server is told before anything else. */
  logoutOwed: boolean;
  /** `signed_out` by the user or by a 401: work on the device continues, the queue is paused. */
  session: 'active' | 'ended' | 'signed_out';
  /** Why an admin ended their access, in words: of what the server has of theirs nothing stays here (SPEC: AUTH12). */
  accessEnded?: string;
  lastUsedAt: number;
}

/** Whose mirror the screens show; and by what mark each person's mirror is known. */
type FactRow = { key: 'current'; userId: string | null } | { key: `born/${string}`; birthmark: string };

class DeviceDatabase extends Dexie {
  declare accounts: EntityTable<AccountRow, 'userId'>;
  declare facts: Table<FactRow, string>;

  constructor() {
    super('counterpart-device', { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ accounts: 'userId', facts: 'key' });
    const openAgain = () => reopen(this, rerunLiveQueries);
    this.on('versionchange', ({ newVersion }) => {
      // Deleted: Dexie lets go, and what is opened afterwards is another.
      if (newVersion === null) setTimeout(openAgain);
      return true;
    });
    this.on('ready', () => this.backendDB().addEventListener('close', openAgain), true);
  }
}

/** The users of this device, known before anyone's own database is opened. */
export const deviceDatabase = new DeviceDatabase();

/** The person whose mirror the screens show, or undefined when nobody has signed in here. */
export async function currentAccount(): Promise<AccountRow | undefined> {
  const { accounts, facts } = deviceDatabase;
  return deviceDatabase.transaction('r', accounts, facts, async () => {
    const userId = await currentUserId();
    return userId === null ? undefined : accounts.get(userId);
  });
}

async function currentUserId(): Promise<string | null> {
  const fact = await deviceDatabase.facts.get('current');
  return fact?.key === 'current' ? fact.userId : null;
}

/** Keeps the account and makes it the current one. */
export async function rememberAccount(account: AccountRow): Promise<void> {
  await deviceDatabase.transaction('rw', deviceDatabase.accounts, deviceDatabase.facts, async () => {
    await deviceDatabase.accounts.put(account);
    await deviceDatabase.facts.put({ key: 'current', userId: account.userId });
  });
}

/** Records a sign-in: the browser's one session is this user's now, and the previous user's has ended. */
export async function beginSession(
  account: Pick<AccountRow, 'userId' | 'email' | 'fullName' | 'expiresAt' | 'aheadMs' | 'lastUsedAt'>,
): Promise<void> {
  const { accounts, facts } = deviceDatabase;
  await deviceDatabase.transaction('rw', accounts, facts, async () => {
    await accounts.filter((row) => row.session === 'active').modify({ session: 'ended' });
    const signIns = ((await accounts.get(account.userId))?.signIns ?? 0) + 1;
    await rememberAccount({ ...account, session: 'active', signIns, logoutOwed: false });
  });
}

/** The user's account while their session is believed to be valid; undefined = they have none. */
export async function activeAccount(userId: string): Promise<AccountRow | undefined> {
  const account = await deviceDatabase.accounts.get(userId);
  return account?.session === 'active' ? account : undefined;
}

/** The number of the user's session while it is believed to be valid; null = they have none. */
export async function sessionNumber(userId: string): Promise<number | null> {
  return (await activeAccount(userId))?.signIns ?? null;
}

/** The session was prolonged, until an instant of this device's clock in epoch seconds. */
export async function prolongSession(
  userId: string,
  until: Pick<AccountRow, 'expiresAt' | 'aheadMs'>,
): Promise<void> {
  await activeAccounts(userId).modify(until);
}

/** This device's clock is so much ahead of the server's now, milliseconds: the session ends by it as it did before it was set. */
export async function reckonSession(userId: string, aheadMs: number): Promise<void> {
  await activeAccounts(userId).modify((row) => {
    row.expiresAt += Math.round((aheadMs - (row.aheadMs ?? aheadMs)) / 1000);
    row.aheadMs = aheadMs;
  });
}

/**
 * The server does not know the session any more. A later one, which its number tells apart, stays. `accessEnded`: why, where an
 * admin has ended the person's access.
 */
export async function endSession(userId: string, number: number, accessEnded?: string): Promise<void> {
  await activeAccounts(userId)
    .and((row) => row.signIns === number)
    .modify({ session: 'ended', ...(accessEnded !== undefined && { accessEnded }) });
}

/** Records that an admin has disabled the account of this email address, as a sign-in has shown. */
export async function noteDisabled(email: string, accessEnded: string): Promise<void> {
  await deviceDatabase.accounts
    .filter((row) => row.email.toLowerCase() === email.trim().toLowerCase())
    .modify({ session: 'ended', accessEnded });
}

/** People whose access has ended and who have not signed in here since. */
export async function endedAccounts(): Promise<AccountRow[]> {
  return deviceDatabase.accounts.filter(({ accessEnded }) => accessEnded !== undefined).toArray();
}

/** Signs the user out: here at once, and on the server when it can be reached. */
export async function leaveSession(userId: string): Promise<void> {
  const { accounts, facts } = deviceDatabase;
  await deviceDatabase.transaction('rw', accounts, facts, async () => {
    // Nothing here says who they are; by whose mirror it is they are known again.
    await accounts.update(userId, { session: 'signed_out', logoutOwed: true, email: '', fullName: '' });
    if ((await currentUserId()) === userId) await facts.put({ key: 'current', userId: null });
  });
}

/** Whether the person has signed out here, and has not come back. */
export async function isSignedOut(userId: string): Promise<boolean> {
  return (await deviceDatabase.accounts.get(userId))?.session === 'signed_out';
}

/** The users who have signed out here and have not returned. */
export async function signedOutAccounts(): Promise<string[]> {
  return deviceDatabase.accounts.filter(({ session }) => session === 'signed_out').primaryKeys();
}

/** The mark of the person's mirror that was last seen on this device; undefined = none has been opened here. */
export async function birthmarkOf(userId: string): Promise<string | undefined> {
  const fact = await deviceDatabase.facts.get(`born/${userId}`);
  return fact && fact.key !== 'current' ? fact.birthmark : undefined;
}

export async function rememberBirthmark(userId: string, birthmark: string): Promise<void> {
  await deviceDatabase.facts.put({ key: `born/${userId}`, birthmark });
}

function activeAccounts(userId: string) {
  return deviceDatabase.accounts.where({ userId }).and((row) => row.session === 'active');
}

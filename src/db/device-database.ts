import { Dexie, type EntityTable, type Table } from 'dexie';

import { rerunLiveQueries } from './database.ts';
import { reopen } from './reopen.ts';

/** A user who has signed in on this device. It is separate from their database, whose name has their id. */
export interface AccountRow {
  userId: string;
  email: string;
  fullName: string;
  /** When the session ends by this device's clock, epoch seconds; workers can't read the cookie itself. */
  expiresAt: number;
  /** How far that clock was ahead of the server's at that time, in milliseconds; absent = unknown. */
  aheadMs?: number | undefined;
  /** Counts the sign-ins, so that a 401 of an earlier session can't end a later one. */
  signIns: number;
  /** The user signed out here while the server was unreachable. The server is notified before anything else. */
  logoutOwed: boolean;
  /** `signed_out` by the user or by a 401. Work on the device continues, and the queue is paused. */
  session: 'active' | 'ended' | 'signed_out';
  /** Why an admin ended their access, as a sentence. None of their server data stays here (SPEC: AUTH12). */
  accessEnded?: string;
  lastUsedAt: number;
}

/** The user whose mirror the screens show, and the mark that identifies each user's mirror. */
type FactRow = { key: 'current'; userId: string | null } | { key: `born/${string}`; birthmark: string };

class DeviceDatabase extends Dexie {
  declare accounts: EntityTable<AccountRow, 'userId'>;
  declare facts: Table<FactRow, string>;

  constructor() {
    super('counterpart-device', { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ accounts: 'userId', facts: 'key' });
    const openAgain = () => reopen(this, rerunLiveQueries);
    this.on('versionchange', ({ newVersion }) => {
      // The database was deleted. Dexie closes it, and opening it again creates another one.
      if (newVersion === null) setTimeout(openAgain);
      return true;
    });
    this.on('ready', () => this.backendDB().addEventListener('close', openAgain), true);
  }
}

/** The users of this device, which are known before anyone's own database is opened. */
export const deviceDatabase = new DeviceDatabase();

/** The user whose mirror the screens show, or undefined if nobody has signed in here. */
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

/** Stores the account and makes it the current one. */
export async function rememberAccount(account: AccountRow): Promise<void> {
  await deviceDatabase.transaction('rw', deviceDatabase.accounts, deviceDatabase.facts, async () => {
    await deviceDatabase.accounts.put(account);
    await deviceDatabase.facts.put({ key: 'current', userId: account.userId });
  });
}

/** Records a sign-in. The browser's only session is now this user's, and the previous user's has ended. */
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

/** Records that the session was extended, until a time of this device's clock in epoch seconds. */
export async function prolongSession(
  userId: string,
  until: Pick<AccountRow, 'expiresAt' | 'aheadMs'>,
): Promise<void> {
  await activeAccounts(userId).modify(until);
}

/**
 * Records how far this device's clock is now ahead of the server's, in milliseconds. The session's end is adjusted
 * accordingly.
 */
export async function reckonSession(userId: string, aheadMs: number): Promise<void> {
  await activeAccounts(userId).modify((row) => {
    row.expiresAt += Math.round((aheadMs - (row.aheadMs ?? aheadMs)) / 1000);
    row.aheadMs = aheadMs;
  });
}

/**
 * Records that the server no longer knows the session. A later session, identified by its number, stays. `accessEnded` is the
 * reason, if an admin has ended the user's access.
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

/** Users whose access has ended and who have not signed in here since. */
export async function endedAccounts(): Promise<AccountRow[]> {
  return deviceDatabase.accounts.filter(({ accessEnded }) => accessEnded !== undefined).toArray();
}

/** Signs the user out: here immediately, and on the server when it can be reached. */
export async function leaveSession(userId: string): Promise<void> {
  const { accounts, facts } = deviceDatabase;
  await deviceDatabase.transaction('rw', accounts, facts, async () => {
    // Nothing here identifies them; they are recognized again by their mirror's mark.
    await accounts.update(userId, { session: 'signed_out', logoutOwed: true, email: '', fullName: '' });
    if ((await currentUserId()) === userId) await facts.put({ key: 'current', userId: null });
  });
}

/**
 * Returns whether the user's files may be stored here. They may not after the user signed out or lost their access, until
 * they return.
 */
export async function mayKeepFiles(userId: string): Promise<boolean> {
  const account = await deviceDatabase.accounts.get(userId);
  return account?.session !== 'signed_out' && account?.accessEnded === undefined;
}

/** The users who have signed out here and have not returned. */
export async function signedOutAccounts(): Promise<string[]> {
  return deviceDatabase.accounts.filter(({ session }) => session === 'signed_out').primaryKeys();
}

/** The mark of the user's mirror that was last seen on this device; undefined = none has been opened here. */
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

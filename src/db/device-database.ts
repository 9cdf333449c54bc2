import { Dexie, type EntityTable } from 'dexie';

/** Someone who has signed in on this device. Kept apart from their database, which bears their id. */
export interface AccountRow {
  userId: string;
  email: string;
  fullName: string;
  /** When the session ends, epoch seconds; the cookie itself cannot be read in workers. */
  expiresAt: number;
  /** `signed_out` by the person or by a 401: work on the device goes on, the queue is paused. */
  session: 'active' | 'ended' | 'signed_out';
  lastUsedAt: number;
}

interface FactRow {
  key: 'current';
  userId: string | null;
}

class DeviceDatabase extends Dexie {
  declare accounts: EntityTable<AccountRow, 'userId'>;
  declare facts: EntityTable<FactRow, 'key'>;

  constructor() {
    super('counterpart-device', { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ accounts: 'userId', facts: 'key' });
  }
}

/** Who uses this device: what is known before anyone's own database is opened. */
export const deviceDatabase = new DeviceDatabase();

/** The person whose mirror the screens show, or undefined when nobody has signed in here. */
export async function currentAccount(): Promise<AccountRow | undefined> {
  const fact = await deviceDatabase.facts.get('current');
  return fact?.userId ? deviceDatabase.accounts.get(fact.userId) : undefined;
}

/** Keeps the account and makes it the current one. */
export async function rememberAccount(account: AccountRow): Promise<void> {
  await deviceDatabase.transaction('rw', deviceDatabase.accounts, deviceDatabase.facts, async () => {
    await deviceDatabase.accounts.put(account);
    await deviceDatabase.facts.put({ key: 'current', userId: account.userId });
  });
}

/** Notes how the session stands; the account stays, with its work. */
export async function noteSession(
  userId: string,
  session: Pick<AccountRow, 'session'> & { expiresAt?: number },
): Promise<void> {
  await deviceDatabase.accounts.update(userId, session);
}

/** Nobody is current any more: the next page shows the sign-in. */
export async function forgetCurrent(): Promise<void> {
  await deviceDatabase.facts.put({ key: 'current', userId: null });
}

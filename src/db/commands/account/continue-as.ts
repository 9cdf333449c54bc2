import { rememberAccount, type AccountRow } from '../../device-database.ts';

/** Makes a known user of this device the current one, without asking the server. Their queue stays paused. */
export async function continueAs(account: AccountRow): Promise<void> {
  await rememberAccount({ ...account, lastUsedAt: Date.now() });
}

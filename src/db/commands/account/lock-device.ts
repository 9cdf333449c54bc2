import type { MirrorDatabase } from '../../database.ts';
import { currentAccount } from '../../device-database.ts';
import { whileNothingIsStaged } from '../../lock/device-lock.ts';
import { dropKey } from '../../lock/held-key.ts';

/** Locks this device, for all tabs. */
export function lockDevice(db: MirrorDatabase): void {
  dropKey(db.userId);
}

/**
 * Locks the device of a user who has signed out, unless they have signed in again. Waits until no file is being copied to
 * this device, because the copy would fail midway.
 */
export async function lockDeviceOfWhoLeft(db: MirrorDatabase): Promise<void> {
  await whileNothingIsStaged(db, async () => {
    const account = await currentAccount();
    if (account?.userId !== db.userId || account.session !== 'active') lockDevice(db);
  });
}

import { setDeviceLock } from '../../src/db/commands/account/device-lock.ts';
import type { MirrorDatabase } from '../../src/db/database.ts';
import { changeLock, deviceLock, type DeviceLock } from '../../src/db/lock/device-lock.ts';
import { findKey } from '../../src/db/lock/held-key.ts';

export const PASSPHRASE = 'three quiet harbours';

/** Locks a device that stores nothing yet. Its key is available in this process. */
export async function lockEmptyDevice(db: MirrorDatabase): Promise<DeviceLock> {
  await setDeviceLock(db, PASSPHRASE, null);
  const lock = await activeLock(db);
  await changeLock(db, lock.id, { settled: true });
  return lock;
}

export async function activeLock(db: MirrorDatabase): Promise<DeviceLock> {
  const lock = await deviceLock(db);
  if (!lock) throw new Error('The device has no lock.');
  return lock;
}

export async function keyOf(db: MirrorDatabase): Promise<CryptoKey> {
  const key = await findKey(db.userId, await activeLock(db));
  if (!key) throw new Error('The device is locked.');
  return key;
}

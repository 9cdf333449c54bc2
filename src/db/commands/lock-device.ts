import type { MirrorDatabase } from '../database.ts';
import { whileNothingIsStaged } from '../lock/device-lock.ts';
import { dropKey } from '../lock/held-key.ts';

/** Locks this device, for all tabs. */
export function lockDevice(db: MirrorDatabase): void {
  dropKey(db.userId);
}

/** The same once no file is being copied to this device: it would be refused in the middle. */
export async function lockDeviceOnceCopied(db: MirrorDatabase): Promise<void> {
  await whileNothingIsStaged(db, async () => lockDevice(db));
}

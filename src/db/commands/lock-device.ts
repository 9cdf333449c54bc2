import { tellLock } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { dropKey } from '../lock/held-key.ts';

/** Locks this device, for all tabs. */
export function lockDevice(db: MirrorDatabase): void {
  dropKey(db.userId);
}

/** Tells the other tabs that the person uses this one. */
export function tellOfUse(db: MirrorDatabase): void {
  tellLock(db.userId, { kind: 'used' });
}

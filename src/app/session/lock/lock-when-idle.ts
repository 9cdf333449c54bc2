import { lockDevice } from '../../../db/commands/account/lock-device.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import { isUnlocked } from '../../../db/queries/account/device-lock.ts';
import { isStaging } from '../../../db/queries/documents/staging.ts';

/** How often the idle time is checked, and how often activity is recorded at most, ms. */
const CHECK_MS = 10_000;

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Locks the device when no tab has been used for `idleMs`, if this tab is unlocked. Returns a function that stops it. The time of the
 * last activity is in localStorage, because a tab that was asleep wakes up by its timer before any message reaches it.
 */
export function lockWhenIdle(db: MirrorDatabase, { id, idleMs }: { id: string; idleMs: number }): () => void {
  const key = `counterpart-used-${db.userId}`;
  // In both directions: the clock may have been set back.
  const idleFor = () => Math.abs(Date.now() - Number(localStorage.getItem(key)));
  const record = () => localStorage.setItem(key, `${Date.now()}`);
  const lock = async () => {
    // Locking would interrupt files that a tab is copying.
    if (await isStaging(db)) record();
    else lockDevice(db);
  };
  const check = () => {
    if (isUnlocked(db, { id }) && idleFor() >= idleMs) lock().catch(reportError);
  };
  const onActivity = () => {
    // A computer that was asleep is used again before the timer fires.
    check();
    if (idleFor() >= CHECK_MS) record();
  };
  record();
  const timer = setInterval(check, CHECK_MS);
  for (const type of ACTIVITY) window.addEventListener(type, onActivity, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    for (const type of ACTIVITY) window.removeEventListener(type, onActivity, { capture: true });
  };
}

import { lockDevice } from '../../db/commands/account/lock-device.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { isUnlocked } from '../../db/queries/account/device-lock.ts';
import { isStaging } from '../../db/queries/documents/staging.ts';

/** How often it is looked at how long nobody has used the app, and noted that somebody does, milliseconds. */
const LOOK_EVERY_MS = 10_000;

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Locks the device when nobody has used any tab for so long, milliseconds, where this one is unlocked. Answers how to stop. When it was used stands where all
 * tabs read it: one that the browser had put to sleep wakes with its timer before it hears anything.
 */
export function lockWithoutUse(
  db: MirrorDatabase,
  { id, idleMs }: { id: string; idleMs: number },
): () => void {
  const noted = `counterpart-used-${db.userId}`;
  // Either way: the clock may have been set back.
  const unusedMs = () => Math.abs(Date.now() - Number(localStorage.getItem(noted)));
  const note = () => localStorage.setItem(noted, `${Date.now()}`);
  const lock = async () => {
    // Files that are being copied, by whichever tab, would be refused in the middle.
    if (await isStaging(db)) note();
    else lockDevice(db);
  };
  const look = () => {
    if (isUnlocked(db, { id }) && unusedMs() >= idleMs) lock().catch(reportError);
  };
  const hear = () => {
    // A machine that slept is used again before the timer comes.
    look();
    if (unusedMs() >= LOOK_EVERY_MS) note();
  };
  note();
  const timer = setInterval(look, LOOK_EVERY_MS);
  for (const type of USES) window.addEventListener(type, hear, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    for (const type of USES) window.removeEventListener(type, hear, { capture: true });
  };
}

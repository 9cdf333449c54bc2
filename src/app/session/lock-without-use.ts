import { lockDevice, tellOfUse } from '../../db/commands/lock-device.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { hearUse } from '../../db/queries/device-lock.ts';
import { isCopying } from '../upload-queue/copying.ts';

/** How often it is looked at how long nobody has used the app, and told that somebody does, milliseconds. */
const LOOK_EVERY_MS = 10_000;

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Locks the device when nobody has used any tab for so long, milliseconds. Answers how to stop. */
export function lockWithoutUse(db: MirrorDatabase, idleMs: number): () => void {
  let usedAt = Date.now();
  let toldAt = 0;
  const look = () => {
    // Files that are being copied would be refused in the middle.
    if (isCopying()) usedAt = Date.now();
    else if (Date.now() - usedAt >= idleMs) lockDevice(db);
  };
  const use = () => {
    // A machine that slept is used again before the timer comes.
    look();
    usedAt = Date.now();
    if (usedAt - toldAt < LOOK_EVERY_MS) return;
    toldAt = usedAt;
    tellOfUse(db);
  };
  const stopHearing = hearUse(db, () => {
    usedAt = Date.now();
  });
  const timer = setInterval(look, LOOK_EVERY_MS);
  for (const type of USES) window.addEventListener(type, use, { capture: true, passive: true });
  return () => {
    stopHearing();
    clearInterval(timer);
    for (const type of USES) window.removeEventListener(type, use, { capture: true });
  };
}

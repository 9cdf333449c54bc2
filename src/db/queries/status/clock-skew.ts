import type { MirrorDatabase } from '../../database.ts';
import { CLOCK_KEY } from '../../rows.ts';

/** With a larger skew, “today” may be a different day. In milliseconds. */
const OFF_FROM_MS = 60 * 60_000;

/** By how many milliseconds this device's clock is ahead of the server's (negative = behind); null = it is about right. */
export async function clockOff(db: MirrorDatabase): Promise<number | null> {
  const value = (await db.meta.get(CLOCK_KEY))?.value;
  return typeof value === 'number' && Math.abs(value) >= OFF_FROM_MS ? value : null;
}

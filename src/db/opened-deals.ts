import type { MirrorDatabase } from './database.ts';

const PREFIX = 'opened/';

/** How long a deal's content stays on the device after it was last open. */
export const KEEP_OPENED_MS = 30 * 24 * 60 * 60 * 1000;

/** Notes that a deal is open now, in any tab; whichever worker leads keeps it fresh. Time in epoch milliseconds. */
export async function noteOpened(db: MirrorDatabase, deal: string, now: number): Promise<void> {
  await db.meta.put({ key: `${PREFIX}${deal}`, value: now });
}

/** The deals opened since, and when. */
export async function openedSince(db: MirrorDatabase, since: number): Promise<Map<string, number>> {
  const rows = await db.meta.where('key').startsWith(PREFIX).toArray();
  const opened = new Map<string, number>();
  for (const { key, value } of rows) {
    if (typeof value === 'number' && value >= since) opened.set(key.slice(PREFIX.length), value);
  }
  return opened;
}

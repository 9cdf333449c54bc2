import type { MirrorDatabase } from '../database.ts';

export const OPENED_PREFIX = 'opened/';
export const VIEWED_PREFIX = 'viewed/';

/** How long a deal's content stays on the device after it was last open. */
export const KEEP_OPENED_MS = 30 * 24 * 60 * 60 * 1000;

/** Records that a deal is now open, in any tab. Any leading worker keeps it fresh. Time in epoch milliseconds. */
export async function noteOpened(db: MirrorDatabase, deal: string, now: number): Promise<void> {
  await db.meta.put({ key: `${OPENED_PREFIX}${deal}`, value: now });
}

/** The deals opened since then, and when. */
export async function openedSince(db: MirrorDatabase, since: number): Promise<Map<string, number>> {
  const rows = await db.meta.where('key').startsWith(OPENED_PREFIX).toArray();
  const opened = new Map<string, number>();
  for (const { key, value } of rows) {
    if (typeof value === 'number' && value >= since) opened.set(key.slice(OPENED_PREFIX.length), value);
  }
  return opened;
}

const HOUR_MS = 60 * 60_000;

/** Records that the user has opened a deal, to be reported to the server. */
export interface Viewing {
  key: string;
  deal: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Records that the user has opened a deal, once per hour. Time in epoch milliseconds. */
export async function noteViewed(db: MirrorDatabase, deal: string, now: number): Promise<void> {
  const key = `${VIEWED_PREFIX}${deal}/${Math.floor(now / HOUR_MS)}`;
  await db.transaction('rw', db.meta, async () => {
    if (!(await db.meta.get(key))) await db.meta.put({ key, value: now });
  });
}

/** Opened deals that are still to be reported to the server. */
export async function unreportedViewings(db: MirrorDatabase): Promise<Viewing[]> {
  const rows = await db.meta.where('key').startsWith(VIEWED_PREFIX).toArray();
  return rows.flatMap(({ key, value }) =>
    typeof value === 'number' ? [{ key, deal: key.split('/')[1] ?? '', at: value }] : [],
  );
}

import type { MirrorDatabase } from '../db/database.ts';

const EPOCH_KEY = 'epoch';
const TICK_KEY = 'tick';

/** Another worker leads now; what this one was about to commit is dropped. */
export class LeadershipLostError extends Error {
  constructor() {
    super('another worker leads now');
  }
}

/** The leader's right to commit: `epoch` is compared in every one of its transactions. */
export interface Leadership {
  db: MirrorDatabase;
  epoch: number;
}

/**
 * Waits, as long as it takes, for the person's sync lock in this browser profile and runs while it is held. The lock
 * is let go when `run` settles or the worker ends.
 */
export async function lead(
  db: MirrorDatabase,
  signal: AbortSignal,
  run: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  await navigator.locks.request(`counterpart-sync-${db.userId}`, { signal }, async () => {
    const epoch = await db.transaction('rw', db.meta, async () => count(db, EPOCH_KEY));
    await run({ db, epoch });
  });
}

/** Throws where another worker has taken over. Inside every transaction of the leader's. */
export async function assertLeads({ db, epoch }: Leadership): Promise<void> {
  const row = await db.meta.get(EPOCH_KEY);
  if (row?.value !== epoch) throw new LeadershipLostError();
}

/** The next tick of the database's own clock, which no change of the wall clock disturbs. Inside a transaction. */
export async function nextTick(db: MirrorDatabase): Promise<number> {
  return count(db, TICK_KEY);
}

async function count(db: MirrorDatabase, key: string): Promise<number> {
  const row = await db.meta.get(key);
  const value = (typeof row?.value === 'number' ? row.value : 0) + 1;
  await db.meta.put({ key, value });
  return value;
}

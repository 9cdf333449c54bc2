import { rerunLiveQueries, type MirrorDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/open-database.ts';
import { EPOCH_KEY, LEADER_KEY, ROWS_FORM, ROWS_FORM_KEY, type LeaderFact } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { holdLease, type LeasePorts } from './lease.ts';

/** The key in `meta` of the database's own clock. */
export const TICK_KEY = 'tick';

/** This context's name among the workers of the user's tabs. */
const worker = newUuid();

/** Another worker leads now. What this one was about to commit is dropped. */
export class LeadershipLostError extends Error {
  constructor() {
    super('another worker leads now');
  }
}

/** The leader's right to commit. `epoch` is compared in every one of its transactions. */
export interface Leadership {
  db: MirrorDatabase;
  epoch: number;
}

/**
 * Waits for the user's sync duty in this browser profile, however long it takes, and runs while it is held, until `term`
 * ends. The current leader is recorded for the diagnostics.
 *
 * @throws {LeaseLostError} if another worker has taken over
 */
export async function lead(
  userId: string,
  ports: LeasePorts,
  run: (leadership: Leadership, term: AbortSignal) => Promise<void>,
): Promise<void> {
  await holdLease('sync', userId, ports, async (term) => {
    const db = openDatabase(userId);
    const epoch = await db.transaction('rw', db.meta, db.cursors, async () => {
      const next = await count(db, EPOCH_KEY);
      const leader: LeaderFact = { epoch: next, since: new Date(ports.clock.now()).toISOString(), worker };
      await db.meta.put({ key: LEADER_KEY, value: leader });
      await forgetOlderPlaces(db);
      return next;
    });
    // The last leader may have committed something without announcing it, just before it died or froze (LEAD6).
    rerunLiveQueries();
    if (!term.aborted) await run({ db, epoch }, term);
  });
}

/** Cursors stay, because they say what is on the device. Those of rows in a different format lose their position. */
async function forgetOlderPlaces(db: MirrorDatabase): Promise<void> {
  if ((await db.meta.get(ROWS_FORM_KEY))?.value === ROWS_FORM) return;
  await db.cursors.toCollection().modify((cursor) => {
    delete cursor.version;
    delete cursor.epoch;
    delete cursor.etags;
    delete cursor.pages;
  });
  await db.meta.put({ key: ROWS_FORM_KEY, value: ROWS_FORM });
}

/** Throws if another worker has taken over. Inside every transaction of the leader. */
export async function assertLeads({ db, epoch }: Leadership): Promise<void> {
  const row = await db.meta.get(EPOCH_KEY);
  if (row?.value !== epoch) throw new LeadershipLostError();
}

/** Records that nobody leads anymore, so that pending work commits nothing. Inside a transaction. */
export async function endLead(db: MirrorDatabase): Promise<void> {
  await count(db, EPOCH_KEY);
}

/** Returns the next tick of the database's own clock, which is independent of the wall clock. Inside a transaction. */
export async function nextTick(db: MirrorDatabase): Promise<number> {
  return count(db, TICK_KEY);
}

async function count(db: MirrorDatabase, key: string): Promise<number> {
  const row = await db.meta.get(key);
  const value = (typeof row?.value === 'number' ? row.value : 0) + 1;
  await db.meta.put({ key, value });
  return value;
}

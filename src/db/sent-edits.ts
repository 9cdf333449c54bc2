import { DAY_MS } from '../contract/retention.ts';
import type { MirrorDatabase } from './database.ts';
import { ACCOUNT_LANE, type OutboxRow, type SentRow } from './rows.ts';

/** How long an acknowledged edit is kept in case the server is restored to an older backup, milliseconds. */
const SENT_KEPT_MS = 7 * DAY_MS;

/** At most so many of all deals together; the oldest go first. */
const SENT_AT_MOST = 5000;

/** Keeps an edit of a deal that the server has acknowledged. Inside a transaction over `sent`. */
export async function keepSent(db: MirrorDatabase, row: OutboxRow, now: Date): Promise<void> {
  if (row.lane === ACCOUNT_LANE) return;
  const { seq = 0, id, lane, name, args, madeAt, creates, refersTo, called } = row;
  const ackedAt = now.toISOString();
  const kept = { seq, id, lane, name, args, madeAt, creates, refersTo, ackedAt };
  await db.sent.put({ ...kept, ...(called !== undefined && { called }) });
}

/** The acknowledged edits of a deal, in the order in which they were made. */
export async function sentEdits(db: MirrorDatabase, lane: string): Promise<SentRow[]> {
  return db.sent.where({ lane }).sortBy('seq');
}

/** Deletes what is older than a backup that anybody would restore, and what is too much. */
export async function sweepSent(db: MirrorDatabase, now: Date): Promise<void> {
  await db.transaction('rw', db.sent, async () => {
    const since = new Date(now.getTime() - SENT_KEPT_MS).toISOString();
    await db.sent.where('ackedAt').below(since).delete();
    const surplus = (await db.sent.count()) - SENT_AT_MOST;
    if (surplus > 0) await db.sent.orderBy('ackedAt').limit(surplus).delete();
  });
}

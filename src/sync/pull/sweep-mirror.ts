import { limitSentBytes } from '../../db/files/sent-bytes.ts';
import { sweepSent } from '../../db/outbox/sent-edits.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { sweepStagedBytes } from '../uploads/staging/sweep-staged-bytes.ts';

/**
 * The number of notices that are kept, because every tab reads all of them at each new one. It is a count and not an age,
 * because the clock may have been changed.
 */
const KEPT_NOTICES = 100;

/** Deletes data on the device that is no longer needed (SPEC: LEAD7). It only frees space. */
export async function sweepMirror(leadership: Leadership): Promise<void> {
  await forgetOldNotices(leadership);
  await sweepSent(leadership.db, new Date());
  await sweepStagedBytes(leadership.db);
  await limitSentBytes(leadership.db);
}

/** Deletes notices that every tab has shown long ago, except the one about the loss of the mirror, which is reported once. */
async function forgetOldNotices(leadership: Leadership): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', db.meta, db.notices, async () => {
    await assertLeads(leadership);
    const old = (await db.notices.orderBy('at').toArray()).slice(0, -KEPT_NOTICES);
    await db.notices.bulkDelete(old.flatMap(({ id, lasting }) => (lasting ? [] : id)));
  });
}

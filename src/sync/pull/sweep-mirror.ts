import { sweepSent } from '../../db/outbox/sent-edits.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { sweepStagedBytes } from '../uploads/staging/sweep-staged-bytes.ts';

/** So many notices are kept: every tab reads all of them at each new one. By count, as the clock may have been set meanwhile. */
const KEPT_NOTICES = 100;

/** Lets go of what nobody needs any more of what is on the device (SPEC: LEAD7). It only makes room. */
export async function sweepMirror(leadership: Leadership): Promise<void> {
  await forgetOldNotices(leadership);
  await sweepSent(leadership.db, new Date());
  await sweepStagedBytes(leadership.db);
}

/** What every tab has shown long ago; but not that the mirror was lost, which is told once by its being there. */
async function forgetOldNotices(leadership: Leadership): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', db.meta, db.notices, async () => {
    await assertLeads(leadership);
    const old = (await db.notices.orderBy('at').toArray()).slice(0, -KEPT_NOTICES);
    await db.notices.bulkDelete(old.flatMap(({ id, lasting }) => (lasting ? [] : id)));
  });
}

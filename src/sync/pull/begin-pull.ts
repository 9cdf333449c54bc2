import type { CursorRow } from '../../db/rows.ts';
import { assertLeads, nextTick, type Leadership } from '../engine/leader.ts';

/** The tick of the request. Earlier acknowledgments are included in the response, later ones may not be. */
export async function beginPull(
  leadership: Leadership,
  key: string,
): Promise<{ cursor: CursorRow | undefined; tick: number }> {
  const { db } = leadership;
  return db.transaction('rw', [db.meta, db.cursors], async () => {
    await assertLeads(leadership);
    return { cursor: await db.cursors.get(key), tick: await nextTick(db) };
  });
}

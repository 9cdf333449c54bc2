import type { CursorRow } from '../../db/rows.ts';
import { assertLeads, nextTick, type Leadership } from '../engine/leader.ts';

/** The tick of asking: acknowledgements before it are in what comes, those after it may not be. */
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

import type { MirrorDatabase } from '../../database.ts';
import { offlineStop, noteBudget, noteStop } from '../../offline/offline-deals.ts';

/** The room that a person can choose, bytes. */
export const KEEP_BUDGETS: readonly number[] = [250_000_000, 1_000_000_000, 5_000_000_000];

/** Gives kept deals this much room on this device, bytes. */
export async function chooseKeepBudget(db: MirrorDatabase, bytes: number): Promise<void> {
  await noteBudget(db, bytes);
  // That it stopped was said of the room that there was.
  if ((await offlineStop(db)) === 'budget') await noteStop(db, null);
}

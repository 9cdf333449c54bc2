import type { MirrorDatabase } from '../../database.ts';
import { offlineStop, noteBudget, noteStop } from '../../offline/offline-deals.ts';

/** The sizes that the user can choose, bytes. */
export const KEEP_BUDGETS: readonly number[] = [250_000_000, 1_000_000_000, 5_000_000_000];

/** Gives offline deals this much space on this device, bytes. */
export async function chooseKeepBudget(db: MirrorDatabase, bytes: number): Promise<void> {
  await noteBudget(db, bytes);
  // The reason for stopping applied to the previous size.
  if ((await offlineStop(db)) === 'budget') await noteStop(db, null);
}

import { openDatabase } from '../../../src/db/open-database.ts';
import { realClock } from '../../../src/sync/engine/clock.ts';
import { lead, type Leadership } from '../../../src/sync/engine/leader.ts';

/** The right to commit what is pulled, for as long as the context lives. */
export async function takeLead(userId: string): Promise<Leadership> {
  const ports = { clock: realClock, signal: new AbortController().signal };
  return new Promise((resolve, reject) => {
    lead(userId, ports, async (leadership) => {
      // Pulls are relaxed: what they lose can be pulled again.
      const db = openDatabase(userId, 'relaxed');
      await db.open();
      resolve({ ...leadership, db });
      await new Promise<never>(() => undefined);
    }).catch(reject);
  });
}

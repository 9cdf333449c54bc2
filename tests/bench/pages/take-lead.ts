import { openDatabase } from '../../../src/db/open-database.ts';
import { realClock } from '../../../src/sync/engine/clock.ts';
import { lead, type Leadership } from '../../../src/sync/engine/leader.ts';

/** Takes the right to commit pulled changes, for the lifetime of the page or worker. */
export async function takeLead(userId: string): Promise<Leadership> {
  const ports = { clock: realClock, signal: new AbortController().signal };
  return new Promise((resolve, reject) => {
    lead(userId, ports, async (leadership) => {
      // Pulls use relaxed durability, because anything they lose can be pulled again.
      const db = openDatabase(userId, 'relaxed');
      await db.open();
      resolve({ ...leadership, db });
      await new Promise<never>(() => undefined);
    }).catch(reject);
  });
}

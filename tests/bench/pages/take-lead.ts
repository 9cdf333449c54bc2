import { openDatabase } from '../../../src/db/open-database.ts';
import { realClock } from '../../../src/sync/clock.ts';
import { lead, type Leadership } from '../../../src/sync/leader.ts';
import { PARTNER } from '../sync/deal-wire.ts';

/** The right to commit what is pulled, for as long as the context lives. */
export async function takeLead(): Promise<Leadership> {
  const ports = { clock: realClock, signal: new AbortController().signal };
  return new Promise((resolve, reject) => {
    lead(PARTNER, ports, async (leadership) => {
      // Pulls are relaxed: what they lose can be pulled again.
      const db = openDatabase(PARTNER, 'relaxed');
      await db.open();
      resolve({ ...leadership, db });
      await new Promise<never>(() => undefined);
    }).catch(reject);
  });
}

import type { MirrorDatabase } from '../../db/database.ts';
import { unreportedViewings, type Viewing } from '../../db/offline/opened-deals.ts';
import type { Setback } from './answer.ts';
import { isUnsent } from '../engine/freshness.ts';
import type { Transport } from '../transport/transport.ts';

/** Returns the opened deals that can be reported now. A deal that the server does not know yet can't. */
export async function dueViewings(db: MirrorDatabase): Promise<Viewing[]> {
  const due: Viewing[] = [];
  for (const viewing of await unreportedViewings(db)) {
    if (!(await isUnsent(db, viewing.deal))) due.push(viewing);
  }
  return due;
}

/** Reports to the server which deals the user has opened, for its access log. Returns what failed. */
export async function reportViewed(db: MirrorDatabase, transport: Transport): Promise<Setback | null> {
  for (const { key, deal: id, at } of await dueViewings(db)) {
    const viewed_at = new Date(at).toISOString();
    const answer = await transport.ask((api, with_) => api.transactions.viewed({ id, viewed_at }, with_));
    // A refused report is about a deal that the user no longer sees, so it is discarded.
    if (answer.kind === 'retry' || answer.kind === 'signed_out' || answer.kind === 'update_needed')
      return answer;
    await db.meta.delete(key);
  }
  return null;
}

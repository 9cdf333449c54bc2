import type { MirrorDatabase } from '../database.ts';
import type { RejectedRow } from '../rows.ts';

/** Edits that the server refused, the latest first. */
export async function rejectedEdits(db: MirrorDatabase): Promise<RejectedRow[]> {
  return (await db.rejected.toArray()).toSorted((a, b) => (a.rejectedAt < b.rejectedAt ? 1 : -1));
}

import type { MirrorDatabase } from '../database.ts';
import type { RejectedRow } from '../rows.ts';

/** The bytes of a file that could not be uploaded, while they are kept for the person. */
export async function keptFile(db: MirrorDatabase, id: string): Promise<Blob | null> {
  return (await db.fileBytes.get(id))?.bytes ?? null;
}

/** Edits that the server refused, the latest first. */
export async function rejectedEdits(db: MirrorDatabase): Promise<RejectedRow[]> {
  return (await db.rejected.toArray()).toSorted((a, b) => (a.rejectedAt < b.rejectedAt ? 1 : -1));
}

import type { MirrorDatabase } from '../database.ts';
import { twinIn, type DealFiles } from './deal-files.ts';
import type { FileRow } from '../rows.ts';

/**
 * Adds a file to the upload queue of a deal, whose files and documents are passed in and kept up to date. If the deal already
 * has its content, the file waits for the user's decision. A file that is already waiting keeps waiting (SPEC: UP12). Inside
 * a transaction over `files`.
 */
export async function enqueueFile(db: MirrorDatabase, deal: DealFiles, file: FileRow): Promise<void> {
  const { twinGone: _, ...asked } = file;
  const twin = twinIn(deal, file);
  const isGone = twin.duplicateOf === undefined && file.duplicateOf !== undefined;
  const queued: FileRow = { ...asked, ...twin, ...(isGone && { twinGone: true }) };
  await db.files.put(queued);
  deal.files = [...deal.files.filter(({ uuid }) => uuid !== file.uuid), queued];
}

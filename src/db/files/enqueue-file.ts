import type { MirrorDatabase } from '../database.ts';
import { twinIn, type DealFiles } from './deal-files.ts';
import type { FileRow } from '../rows.ts';

/**
 * Puts a file into the upload queue of a deal, whose files and documents are given, and keeps those true. Where the deal
 * has its content already it waits for the person to say so, and goes on waiting where it did (SPEC: UP12). Inside a
 * transaction over `files`.
 */
export async function enqueueFile(db: MirrorDatabase, deal: DealFiles, file: FileRow): Promise<void> {
  const { twinGone: _, ...asked } = file;
  const twin = twinIn(deal, file);
  const isGone = twin.duplicateOf === undefined && file.duplicateOf !== undefined;
  const queued: FileRow = { ...asked, ...twin, ...(isGone && { twinGone: true }) };
  await db.files.put(queued);
  deal.files = [...deal.files.filter(({ uuid }) => uuid !== file.uuid), queued];
}

import type { MirrorDatabase } from './database.ts';
import { twinIn, type DealFiles } from './deal-files.ts';
import type { FileRow } from './rows.ts';

/**
 * Puts a file into the upload queue of a deal, whose files and documents are given, and keeps those true. Where the deal
 * has its content already it waits for the person to say so (SPEC: UP12). Inside a transaction over `files`.
 */
export async function enqueueFile(db: MirrorDatabase, deal: DealFiles, file: FileRow): Promise<void> {
  const { duplicateOf: _before, twinGone: _gone, ...asked } = file;
  const queued = { ...asked, ...twinIn(deal, file) };
  await db.files.put(queued);
  deal.files = [...deal.files.filter(({ uuid }) => uuid !== file.uuid), queued];
}

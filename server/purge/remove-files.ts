import { lockFileToRemove } from '../store/file-locks.ts';
import { archiveFolder, incomingFolder, thumbnailFolder } from '../store/object-keys.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../store/tables.ts';

/**
 * Removes what lies at the store of an archived deal: files, PDFs, pictures of their pages, and uploads that have not become a document.
 * What a document of another deal is made of stays, since files lie by their hash. May run again.
 */
export async function removeFiles(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  deal: string,
  signal: AbortSignal,
): Promise<void> {
  const documents = await db
    .selectFrom('documents')
    .select(['file_key', 'pdf_file_key'])
    .where('transaction', '=', deal)
    .execute();
  const pdfs = new Set(documents.flatMap(({ pdf_file_key }) => pdf_file_key ?? []));
  for (const key of new Set([...documents.map(({ file_key }) => file_key), ...pdfs])) {
    signal.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      await lockFileToRemove(tx, key);
      if (await isNeeded(tx, deal, key)) return;
      // Its pictures first: what is left after a crash is found by the file's key.
      if (pdfs.has(key)) await removeFolder(objects, thumbnailFolder(key));
      await objects.remove(key);
    });
  }
  await removeFolder(objects, incomingFolder(deal));
}

/** Removes a file that no document names: one that was made for a document of a deal that was deleted, and perhaps purged, meanwhile. */
export async function removeUnnamed(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  key: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFileToRemove(tx, key);
    const named = await tx
      .selectFrom('documents')
      .select('uuid')
      .where((where) => where.or([where('file_key', '=', key), where('pdf_file_key', '=', key)]))
      .limit(1)
      .executeTakeFirst();
    if (!named) await objects.remove(key);
  });
}

/** Removes a file in which malware was found, unless a document needs it in whose scan there was none. */
export async function removeInfected(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  key: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFileToRemove(tx, key);
    const needed = await tx
      .selectFrom('documents')
      .select('uuid')
      .where('file_key', '=', key)
      .where('malware', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (!needed) await objects.remove(key);
  });
}

/** Removes the archives of a deal but for that one: what a job had written when the approval was withdrawn. */
export async function removeArchives(
  { objects }: Pick<Services, 'objects'>,
  deal: string,
  kept: string | null,
): Promise<void> {
  for await (const { key } of objects.list(archiveFolder(deal))) if (key !== kept) await objects.remove(key);
}

/** Whether a document of a deal that is not archived itself has this file. */
async function isNeeded(tx: Tx, deal: string, key: string): Promise<boolean> {
  const other = await tx
    .selectFrom('documents')
    .innerJoin('transactions', 'transactions.uuid', 'documents.transaction')
    .select('documents.uuid')
    .where((where) => where.or([where('file_key', '=', key), where('pdf_file_key', '=', key)]))
    .where('transactions.uuid', '<>', deal)
    .where('transactions.archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

async function removeFolder(objects: Services['objects'], folder: string): Promise<void> {
  for await (const { key } of objects.list(folder)) await objects.remove(key);
}

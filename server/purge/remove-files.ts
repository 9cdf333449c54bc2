import { removeUnlessNeeded } from '../store/file-leases.ts';
import { archiveFolder, incomingFolder, thumbnailFolder } from '../store/object-keys.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../store/tables.ts';

/**
 * Removes what lies at the store of an archived deal: files, PDFs, pictures of their pages, and uploads that have not become a document.
 * What a document of another deal is made of stays, since files lie by their hash. May run again.
 * @throws {Error} where one of them is just being stored for another document: to be tried again
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
    const outcome = await removeUnlessNeeded(
      db,
      key,
      (tx) => isNeeded(tx, deal, key),
      async () => {
        // Its pictures first: what is left after a crash is found by the file's key.
        if (pdfs.has(key)) await removeFolder(objects, thumbnailFolder(key));
        await objects.remove(key);
      },
    );
    if (outcome === 'leased') throw new Error(`The file ${key} is being stored for another document.`);
  }
  await removeFolder(objects, incomingFolder(deal));
}

/** Removes a file that no document names: one that was made for a document of a deal that was deleted, and perhaps purged, meanwhile. */
export async function removeUnnamed(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  key: string,
): Promise<void> {
  await removeUnlessNeeded(
    db,
    key,
    (tx) => isNamed(tx, key),
    () => objects.remove(key),
  );
}

async function isNamed(tx: Tx, key: string): Promise<boolean> {
  const named = await tx
    .selectFrom('documents')
    .select('uuid')
    .where((where) => where.or([where('file_key', '=', key), where('pdf_file_key', '=', key)]))
    .limit(1)
    .executeTakeFirst();
  return named !== undefined;
}

/** Removes a file in which malware was found, unless a document needs it in whose scan there was none. */
export async function removeInfected(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  key: string,
): Promise<void> {
  const isClean = async (tx: Tx) => {
    const clean = await tx
      .selectFrom('documents')
      .select('uuid')
      .where('file_key', '=', key)
      .where('malware', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return clean !== undefined;
  };
  // Where the same file is just being stored for another document, that document's own scan removes it.
  await removeUnlessNeeded(db, key, isClean, () => objects.remove(key));
}

/** Removes the archives of a deal but for that one: what a job had written when the approval was withdrawn. */
export async function removeArchives(
  { objects }: Pick<Services, 'objects'>,
  deal: string,
  kept: string | null,
): Promise<void> {
  for (const key of await listArchives({ objects }, deal)) if (key !== kept) await objects.remove(key);
}

export async function listArchives({ objects }: Pick<Services, 'objects'>, deal: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(archiveFolder(deal))) keys.push(key);
  return keys;
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

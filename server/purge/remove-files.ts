import type { Services } from '../services.ts';
import {
  archiveFolder,
  contentKeys,
  contentOf,
  fileKey,
  incomingFolder,
  thumbnailFolder,
} from '../storage/object-keys.ts';
import { removeUnlessNeeded } from '../store/file-leases.ts';
import type { Tx } from '../store/tables.ts';
import { neededKeys } from './needed-objects.ts';

/**
 * Removes the stored objects of an archived deal: files, PDFs, pictures of their pages, and uploads that have not become a
 * document. Content that a document of another deal needs stays. It can be repeated.
 * @throws {Error} if one of them is being stored for another document, or a backup is running. Retry later
 */
export async function removeFiles(
  services: Pick<Services, 'db' | 'objects'>,
  deal: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, objects } = services;
  const documents = await db
    .selectFrom('documents')
    .select(['file_key', 'pdf_file_key'])
    .where('transaction', '=', deal)
    .execute();
  const keys = documents.flatMap(({ file_key, pdf_file_key }) => [file_key, pdf_file_key ?? file_key]);
  for (const content of new Set(keys.map(contentOf))) {
    signal.throwIfAborted();
    const outcome = await removeContent(services, content);
    if (outcome === 'leased')
      throw new Error(`The file ${content} is being stored for another document or backed up.`);
  }
  await removeFolder(objects, incomingFolder(deal));
}

/**
 * Deletes the objects with one hash that no row needs: the file, the same bytes as another file's PDF, and the
 * pictures of its pages. `leased` = a process is about to need it.
 */
export async function removeContent(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  content: string,
): Promise<'removed' | 'needed' | 'leased'> {
  let files: string[] = [];
  let pictures = false;
  const isNeeded = async (tx: Tx) => {
    const needed = await neededKeys(tx, [content]);
    files = contentKeys(content).filter((key) => !needed.files.has(key));
    pictures = !contentKeys(content).some((key) => needed.pdfs.has(key));
    return files.length === 0 && !pictures;
  };
  return removeUnlessNeeded(db, fileKey(content), isNeeded, async (renew) => {
    // Pictures come first, so that after a crash, the file's key leads to what is left.
    if (pictures) await removeFolder(objects, thumbnailFolder(fileKey(content)), renew);
    for (const key of files) await objects.remove(key);
  });
}

/**
 * Removes a file that no document names, because it was created for a document of a deal that was deleted in the meantime,
 * and perhaps purged.
 */
export async function removeUnnamed(services: Pick<Services, 'db' | 'objects'>, key: string): Promise<void> {
  await removeContent(services, contentOf(key));
}

/**
 * Removes a file with malware, unless a document whose scan found none needs it. If the same file is being stored for another
 * document, that document's own scan removes it.
 */
export async function removeInfected(services: Pick<Services, 'db' | 'objects'>, key: string): Promise<void> {
  await removeContent(services, contentOf(key));
}

/** Removes all archives of a deal except this one, such as one that a job wrote before the approval was withdrawn. */
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

/** Calls `renew` after every hundred objects. */
async function removeFolder(
  objects: Services['objects'],
  folder: string,
  renew: () => Promise<void> = async () => {},
): Promise<void> {
  let removed = 0;
  for await (const { key } of objects.list(folder)) {
    await objects.remove(key);
    removed += 1;
    if (removed % 100 === 0) await renew();
  }
}

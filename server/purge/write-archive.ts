import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipWriter } from '@zip.js/zip.js';
import { makeWorkFolder } from '../convert/confinement/work-folder.ts';
import { FinalJobFailure } from '../queue/job-queue.ts';
import { ObjectStoreError, type ObjectStore } from '../storage/object-store.ts';
import type { DocumentName } from '../store/deals/document-names.ts';
import type { RowOf } from '../store/deals/collection-rows.ts';
import { archiveNames } from './archive-names.ts';

/** A file for the archive; `sha256` is null if its key doesn't contain it. */
export type ArchivedFile = {
  document: string;
  key: string;
  name: string;
  extension: string;
  sha256: string | null;
  at: Date;
  /** Its document is deleted and could still have been restored. */
  deleted: boolean;
  /** Its location in the archive, unless it is deleted. */
  folder?: string;
};

/**
 * A file that can't be archived, no matter how often it is retried. The message is for an admin, and names nothing that
 * strict data access hides.
 */
export class LostFile extends FinalJobFailure {
  readonly document: string;
  readonly key: string;
  /** The deal doesn't need it, because it was deleted. */
  readonly wasDeleted: boolean;

  constructor({ document, key, deleted }: Pick<ArchivedFile, 'document' | 'key' | 'deleted'>, lost: string) {
    super(
      `${lost} No files were removed. Restore the file from a backup and try again, or withdraw the approval, delete the document and approve the purge again.`,
    );
    this.document = document;
    this.key = key;
    this.wasDeleted = deleted;
  }
}

/**
 * Lists the files of documents under the documents' names: each as it was uploaded and, for a Word file, the PDF made from
 * it.
 */
export function filesOf(
  documents: readonly RowOf<'documents'>[],
  names: ReadonlyMap<string, DocumentName>,
): ArchivedFile[] {
  // Malware was deleted when it was found.
  return documents
    .filter(({ malware }) => malware === null)
    .flatMap(
      ({
        uuid: document,
        file_key,
        pdf_file_key,
        name: own,
        file_type,
        sha256,
        created_at: at,
        deleted_at,
      }) => {
        const deleted = deleted_at !== null;
        const called = names.get(document);
        const version = called?.version?.superseded ? ` (version ${called.version.number})` : '';
        const name = `${called?.name ?? own}${version}`;
        const original = { document, key: file_key, name, extension: file_type, sha256, at, deleted };
        if (pdf_file_key === null || pdf_file_key === file_key) return [original];
        return [original, { document, key: pdf_file_key, name, extension: 'pdf', sha256: null, at, deleted }];
      },
    );
}

/**
 * Writes one zip of the files to the key and reads it back. When this resolves, the zip is stored completely. Bytes stream
 * through a file in `workDir`; an existing archive is overwritten. The files are stored uncompressed, because PDF and Word
 * files are already compressed.
 *
 * @throws {LostFile} if a file is missing, or doesn't match its hash
 * @throws {Error} if the zip that is read back differs from the one that was written
 */
export async function writeArchive(
  { objects, workDir }: { objects: ObjectStore; workDir: string },
  key: string,
  files: readonly ArchivedFile[],
  signal: AbortSignal,
): Promise<void> {
  const folder = await makeWorkFolder(workDir);
  const path = join(folder, 'archive.zip');
  const sink = createWriteStream(path, { flags: 'wx' });
  try {
    const zip = new ZipWriter(Writable.toWeb(sink), {
      useWebWorkers: false,
      level: 0,
    });
    const names = archiveNames(files);
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      const hash = createHash('sha256');
      const bytes = throughHash(await openFile(objects, file), hash);
      await zip.add(names[index] ?? '', bytes, { lastModDate: file.at });
      if (file.sha256 !== null && hash.digest('hex') !== file.sha256)
        throw new LostFile(file, 'A file in the file store is damaged: it differs from what was uploaded.');
    }
    await zip.close();
    const { size } = await stat(path);
    await objects.put(key, { path, size }, 'application/zip');
    signal.throwIfAborted();
    const [written, kept] = [await hashOf(createReadStream(path)), await hashOf(await objects.get(key))];
    if (written !== kept) throw new Error(`The archive at ${key} differs from what was written.`);
  } finally {
    // Otherwise, it would stay open if the zip is abandoned.
    sink.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openFile(objects: ObjectStore, file: ArchivedFile): Promise<Readable> {
  try {
    return await objects.get(file.key);
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found')
      throw new LostFile(file, 'A file is missing from the file store.');
    throw error;
  }
}

/** Passes the bytes to zip.js in its format, and hashes them on the way. */
function throughHash(bytes: Readable, hash: Hash): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<unknown> = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) {
        controller.close();
        return;
      }
      if (!(next.value instanceof Uint8Array))
        throw new TypeError('The file stream returned text instead of bytes.');
      hash.update(next.value);
      controller.enqueue(new Uint8Array(next.value));
    },
    cancel() {
      bytes.destroy();
    },
  });
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

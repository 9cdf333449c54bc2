import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipWriter } from '@zip.js/zip.js';
import { makeWorkFolder } from '../convert/work-folder.ts';
import { FinalJobFailure } from '../queue/job-queue.ts';
import { ObjectStoreError, type ObjectStore } from '../storage/object-store.ts';
import type { DocumentName } from '../store/deals/document-names.ts';
import type { DocumentRow } from '../store/tables.ts';
import { archiveNames } from './archive-names.ts';

/** A file that goes into the archive; `sha256` null where its key does not tell. */
type ArchivedFile = {
  document: string;
  key: string;
  name: string;
  extension: string;
  sha256: string | null;
  at: Date;
  /** Its document is deleted and could still have been restored. */
  deleted: boolean;
};

/** A file that cannot be archived, however often it is tried. The message is for an admin, and names nothing that strict data access hides. */
export class LostFile extends FinalJobFailure {
  readonly document: string;
  readonly key: string;
  /** Nobody misses it in the deal: it was deleted. */
  readonly wasDeleted: boolean;

  constructor({ document, key, deleted }: Pick<ArchivedFile, 'document' | 'key' | 'deleted'>, lost: string) {
    super(
      `${lost} None was removed. Restore the file from a backup and try again, or withdraw the approval, delete the document and approve the purge again.`,
    );
    this.document = document;
    this.key = key;
    this.wasDeleted = deleted;
  }
}

/** The files of documents, by the documents' names: each as it was uploaded and, of a Word file, the PDF made from it. */
export function filesOf(
  documents: readonly DocumentRow[],
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
 * Writes one zip of the files to the key and reads it back: where this resolves it lies there whole. Bytes stream through a file of
 * this machine; what was there is written over. The files are stored as they are, since PDF and Word files are packed already.
 *
 * @throws {LostFile} where a file is missing, or not what its hash says
 * @throws {Error} where the zip that comes back is not the one that was written
 */
export async function writeArchive(
  objects: ObjectStore,
  key: string,
  files: readonly ArchivedFile[],
  signal: AbortSignal,
): Promise<void> {
  const folder = await makeWorkFolder();
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
        throw new LostFile(file, 'A file at the file store is damaged: it is not what was uploaded.');
    }
    await zip.close();
    const { size } = await stat(path);
    await objects.put(key, { path, size }, 'application/zip');
    signal.throwIfAborted();
    const [written, kept] = [await hashOf(createReadStream(path)), await hashOf(await objects.get(key))];
    if (written !== kept) throw new Error(`The archive at ${key} is not the one that was written.`);
  } finally {
    // Where the zip is given up it would stay open.
    sink.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openFile(objects: ObjectStore, file: ArchivedFile): Promise<Readable> {
  try {
    return await objects.get(file.key);
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found')
      throw new LostFile(file, 'A file is missing at the file store.');
    throw error;
  }
}

/** The bytes as zip.js takes them, on their way through the hash. */
function throughHash(bytes: Readable, hash: Hash): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<unknown> = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) {
        controller.close();
        return;
      }
      if (!(next.value instanceof Uint8Array)) throw new TypeError('A file is read as bytes.');
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

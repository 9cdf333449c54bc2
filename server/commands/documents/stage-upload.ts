import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  FILE_SIZE_MIN,
  TOO_SMALL_MESSAGE,
  WRONG_TYPE_MESSAGE,
} from '../../../src/contract/rules/documents/check-file.ts';
import { FairQueue, QueueFull } from '../../auth/fair-queue.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { inspectFile, type FileFacts } from '../../convert/readers/inspect-file.ts';
import { ReaderUnavailable } from '../../convert/readers/run-reader.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { log } from '../../log.ts';
import { invalid, Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { keepByHash } from '../../storage/keep-by-hash.ts';
import { fileKey } from '../../storage/object-keys.ts';
import { ObjectStoreError, type ObjectStore } from '../../storage/object-store.ts';
import { leaseFile, type FileLease } from '../../store/file-leases.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';

/**
 * The number of uploads staged at once. Each takes twice the file's size on the work folder's disk, and a process that reads
 * it. Uploads of an organization with many of them wait behind those of others.
 */
const stagings = new FairQueue({ atOnce: 4, mostWaiting: 200, longestWaitMs: 60_000 });

/** An uploaded file in its permanent place, named by its content. */
export type StagedBytes = Pick<RowOf<'documents'>, 'sha256' | 'size' | 'file_key'> & {
  /** Keeps the file in place until its row is created. */
  lease: FileLease;
};

/** A staged document. */
export type StagedFile = StagedBytes & Pick<RowOf<'documents'>, 'file_type' | 'has_variables'>;

type Staging = Pick<Services, 'db' | 'objects' | 'settings'>;

/**
 * Stages an uploaded document when it is its organization's turn.
 * @throws {Refusal} `unavailable` if too many are waiting already; and like `stageUpload`
 */
export async function stageInTurn(
  services: Staging,
  organization: string,
  uploadedKey: string,
): Promise<StagedFile | null> {
  return inTurn(organization, async () =>
    stageUpload(services, uploadedKey, async (path) => {
      const facts = await inspect(path, services.settings.workDir);
      const type = fileType(facts);
      if (type === null) throw invalid(WRONG_TYPE_MESSAGE, 'uploaded_file_key');
      return { file_type: type, has_variables: facts.hasVariables };
    }),
  );
}

/** Like `stageInTurn`, for a file that is inspected later, by the job that reads it. */
export async function stageBytesInTurn(
  services: Staging,
  organization: string,
  uploadedKey: string,
): Promise<StagedBytes | null> {
  return inTurn(organization, async () => stageUpload(services, uploadedKey, async () => ({})));
}

async function inTurn<Result>(organization: string, stage: () => Promise<Result>): Promise<Result> {
  try {
    return await stagings.run([organization], stage);
  } catch (error) {
    // Otherwise each waiting upload would time out on the store, one after another, minutes later.
    if (error instanceof ObjectStoreError && error.code === 'unavailable') stagings.failWaiting(error);
    if (!(error instanceof QueueFull)) throw error;
    const sentence = 'Many files are being uploaded right now. We’ll try this one again shortly.';
    throw new Refusal('unavailable', sentence, { retryAfter: 15 }, error);
  }
}

/**
 * Inspects an upload and moves it to its place. The stored bytes are the ones that were hashed, because anyone with the
 * presigned form could replace the upload in the meantime. Returns null if nothing was uploaded, or if an earlier create of
 * the same document has already removed it.
 * @throws {Refusal} `invalid` with the upload catalogue's sentence (docs/product/upload-queue.md, "What is accepted")
 */
async function stageUpload<Facts extends object>(
  { db, objects, settings }: Staging,
  uploadedKey: string,
  look: (path: string) => Promise<Facts>,
): Promise<(StagedBytes & Facts) | null> {
  const folder = await makeWorkFolder(settings.workDir);
  try {
    const path = join(folder, 'upload');
    const downloaded = await download(objects, uploadedKey, path);
    if (!downloaded) return null;
    const { sha256, size } = downloaded;
    if (size < FILE_SIZE_MIN) throw invalid(TOO_SMALL_MESSAGE, 'uploaded_file_key');
    const facts = await look(path);
    const key = fileKey(sha256);
    const lease = await leaseFile(db, key);
    await keepByHash(objects, key, { path, size });
    return { sha256, size, file_key: key, lease, ...facts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the upload once its document is created. A failure is only logged, because the document exists. */
export async function clearUpload(objects: ObjectStore, uploadedKey: string): Promise<void> {
  try {
    await objects.remove(uploadedKey);
  } catch (error) {
    log.warn({ key: uploadedKey, err: error }, 'an upload could not be cleared away');
  }
}

/** Reads the file in a separate process. A file that crashes the reader is refused with its sentence. */
async function inspect(path: string, workRoot: string): Promise<FileFacts> {
  try {
    return await inspectFile({ sourcePath: path, workRoot });
  } catch (error) {
    if (error instanceof ReaderUnavailable) {
      const sentence = 'The server is too busy to check this file. Try again in a moment.';
      throw new Refusal('unavailable', sentence, { retryAfter: 10 }, error);
    }
    if (!(error instanceof ConversionError)) throw error;
    log.warn({ code: error.code, detail: error.detail }, 'an upload could not be inspected');
    throw invalid(error.message, 'uploaded_file_key');
  }
}

/**
 * Returns the kind of document, also for damaged and locked ones: those get a row, and their conversion reports the
 * problem.
 */
function fileType({ sniffed }: FileFacts): StagedFile['file_type'] | null {
  if (sniffed === 'password_protected') return 'doc';
  return sniffed === 'corrupt' || sniffed === 'unpacks_too_large' ? 'docx' : sniffed;
}

async function download(
  objects: ObjectStore,
  key: string,
  path: string,
): Promise<{ sha256: string; size: number } | null> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.byteLength;
      done(null, chunk);
    },
  });
  try {
    await pipeline(await objects.get(key), measure, createWriteStream(path));
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return null;
    throw error;
  }
  return { sha256: hash.digest('hex'), size };
}

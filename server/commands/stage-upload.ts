import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILE_SIZE_MIN, TOO_SMALL_MESSAGE, WRONG_TYPE_MESSAGE } from '../../src/contract/rules/check-file.ts';
import { hasVariables } from '../convert/read-variables.ts';
import { sniff } from '../convert/sniff.ts';
import { makeWorkFolder } from '../convert/work-folder.ts';
import { invalid } from '../refusal.ts';
import { keepByHash } from '../storage/keep-by-hash.ts';
import { ObjectStoreError, type ObjectStore } from '../storage/object-store.ts';
import { fileKey } from '../store/object-keys.ts';
import type { DocumentRow } from '../store/tables.ts';

/** An uploaded file that lies at its immutable place, named by what it holds. */
export type StagedFile = Pick<DocumentRow, 'sha256' | 'size' | 'file_key' | 'file_type' | 'has_variables'>;

/**
 * Looks at what was uploaded and moves it to its place. The bytes that were hashed are the ones that are kept: whoever
 * still holds the presigned form may replace the upload meanwhile. Null when nothing was uploaded, or it is cleared away
 * already since a create of the same document came first.
 * @throws {Refusal} `invalid` with the upload catalogue's sentence (upload spec 5)
 */
export async function stageUpload(objects: ObjectStore, uploadedKey: string): Promise<StagedFile | null> {
  const folder = await makeWorkFolder();
  try {
    const path = join(folder, 'upload');
    const downloaded = await download(objects, uploadedKey, path);
    if (!downloaded) return null;
    const { sha256, size } = downloaded;
    if (size < FILE_SIZE_MIN) throw invalid(TOO_SMALL_MESSAGE, 'uploaded_file_key');
    const type = await fileType(path);
    if (type === null) throw invalid(WRONG_TYPE_MESSAGE, 'uploaded_file_key');
    const key = fileKey(sha256);
    await keepByHash(objects, key, { path, size });
    const has_variables = type === 'docx' && (await hasVariables(path));
    return { sha256, size, file_key: key, file_type: type, has_variables };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what was uploaded, once its document is made. What cannot be removed is left and told of: the document counts. */
export async function clearUpload(objects: ObjectStore, uploadedKey: string): Promise<void> {
  try {
    await objects.remove(uploadedKey);
  } catch (error) {
    process.stderr.write(`The upload ${uploadedKey} could not be cleared away: ${String(error)}\n`);
  }
}

/** What kind of document it is, or is a damaged or locked one of: those get a row, whose conversion says what is wrong. */
async function fileType(path: string): Promise<StagedFile['file_type'] | null> {
  const sniffed = await sniff(path);
  if (sniffed === 'password_protected') return 'doc';
  return sniffed === 'corrupt' ? 'docx' : sniffed;
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

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertObjectKey, ObjectStoreError } from '../object-store.ts';
import type {
  ListedObject,
  LocalFile,
  ObjectStore,
  PresignDownload,
  PresignedUpload,
  PresignUpload,
  StoredObject,
} from '../object-store.ts';
import { readOrMakeSecrets, RequestSigner } from './signed-request.ts';

/** Fewer or more bytes arrived than the form allows. */
export class ObjectSizeError extends Error {
  override readonly name = 'ObjectSizeError';
  readonly side: 'small' | 'large';

  constructor(side: 'small' | 'large') {
    super(side === 'small' ? 'Too few bytes' : 'Too many bytes');
    this.side = side;
  }
}

/** The result of a stream: the SHA-256 of the stored bytes in lowercase hex. */
export type ReceivedObject = StoredObject & { sha256: string };

/** An object with the time of its last write, in milliseconds. */
type FolderObject = StoredObject & { modified: number };

/**
 * Objects as files in one folder: `whole/` by key, `partial/` while they are being written. A file is moved to `whole/` when
 * its last byte is on disk, and is never written again, so that a reader sees all of it or nothing.
 */
export class FolderStore implements ObjectStore {
  readonly #whole: string;
  readonly #partial: string;
  readonly #publicUrl: string;
  readonly signer: RequestSigner;

  constructor(folder: string, publicUrl: string, signer: RequestSigner) {
    this.#whole = join(folder, 'whole');
    this.#partial = join(folder, 'partial');
    this.#publicUrl = publicUrl;
    this.signer = signer;
  }

  presignUpload(request: PresignUpload): Promise<PresignedUpload> {
    assertObjectKey(request.key);
    const fields = this.signer.uploadFields(request, Date.now());
    return Promise.resolve({ url: `${this.#publicUrl}/`, fields });
  }

  presignDownload(key: string, request: PresignDownload): Promise<string> {
    assertObjectKey(key);
    return Promise.resolve(this.#publicUrl + this.signer.downloadPath(key, request, Date.now()));
  }

  async put(key: string, body: LocalFile | Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    await this.#writeWhole(path, async (partial) =>
      body instanceof Uint8Array
        ? writeFile(partial, body, { flag: 'wx', mode: 0o600, flush: true })
        : pipeline(
            createReadStream(body.path),
            createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
          ),
    );
  }

  /**
   * Turns a file into an object. It is durable when the promise resolves. The file must be on the store's disk, and
   * is gone afterwards.
   */
  async adopt(file: string, key: string): Promise<void> {
    const path = this.#pathOf(key);
    const handle = await open(file);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.#settle(file, path);
  }

  /**
   * Stores a stream of unknown length and hashes it on the way. If it breaks off, nothing is left behind.
   * @throws {ObjectSizeError} as soon as it exceeds `maxBytes`, or if it ends before `minBytes`
   */
  async receive(
    key: string,
    body: Readable,
    limits: { minBytes: number; maxBytes: number } = { minBytes: 0, maxBytes: Infinity },
  ): Promise<ReceivedObject> {
    const path = this.#pathOf(key);
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(size > limits.maxBytes ? new ObjectSizeError('large') : null, chunk);
      },
      flush(done) {
        done(size < limits.minBytes ? new ObjectSizeError('small') : null);
      },
    });
    await this.#writeWhole(path, async (partial) =>
      pipeline(body, measure, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })),
    );
    return { size, sha256: hash.digest('hex') };
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const path = this.#pathOf(key);
    try {
      const file = await open(path);
      return file.createReadStream(range);
    } catch (error) {
      throw notFoundOr(error);
    }
  }

  async stat(key: string): Promise<FolderObject | null> {
    const entry = await stat(this.#pathOf(key)).catch(nullIfMissing);
    return entry?.isFile() ? { size: entry.size, modified: entry.mtimeMs } : null;
  }

  async remove(key: string): Promise<void> {
    try {
      await unlink(this.#pathOf(key));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const path of filesBelow(this.#pathOf(prefix.replace(/\/$/, '')))) {
      const key = relative(this.#whole, path);
      const object = await this.stat(key);
      if (object) yield { key, modified: new Date(object.modified) };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Creates the folders and removes half-written files of killed processes; younger files may belong to another
   * process.
   */
  async prepare(): Promise<void> {
    for (const folder of [this.#whole, this.#partial]) await mkdir(folder, { recursive: true, mode: 0o700 });
    const oneHourAgo = Date.now() - 3_600_000;
    for (const name of await readdir(this.#partial)) {
      const path = join(this.#partial, name);
      const entry = await stat(path).catch(() => null);
      if (entry && entry.mtimeMs < oneHourAgo) await rm(path, { force: true });
    }
  }

  #pathOf(key: string): string {
    assertObjectKey(key);
    return join(this.#whole, key);
  }

  /** Turns the file that `write` writes into the object. If that fails, nothing is left. */
  async #writeWhole(path: string, write: (partial: string) => Promise<void>): Promise<void> {
    const partial = join(this.#partial, randomUUID());
    try {
      await write(partial);
      await this.#settle(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async #settle(partial: string, path: string): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(partial, path);
    } catch (error) {
      // An object is at `a` and `a/b` is requested, or vice versa.
      if (hasCode(error, ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY'])) {
        throw new ObjectStoreError('bad_key', 'A different stored file is in the way.', {
          cause: error,
        });
      }
      throw error;
    }
    await syncFolder(dirname(path));
  }
}

/** `secretFile` holds the signing key of upload and download URLs (0600), created if missing. */
export async function openFolderStore(options: {
  folder: string;
  secretFile: string;
  publicUrl: string;
}): Promise<FolderStore> {
  const signer = new RequestSigner(...readOrMakeSecrets(options.secretFile));
  const store = new FolderStore(options.folder, options.publicUrl, signer);
  await store.prepare();
  return store;
}

/**
 * Yields the paths of all files below a folder, one at a time, because there may be millions. None if the folder doesn't
 * exist.
 */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const entry of (await opendir(folder).catch(nullIfMissing)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Flushes a folder, because only then is a rename in it durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns an empty list if a folder is missing; for `catch`. */
export function noneIfMissing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

/** Returns null if a file is missing; for `catch`. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function notFoundOr(error: unknown): unknown {
  if (!isMissing(error)) return error;
  return new ObjectStoreError('not_found', 'The stored file is no longer there.', { cause: error });
}

function isMissing(error: unknown): boolean {
  return hasCode(error, ['ENOENT', 'ENOTDIR', 'EISDIR']);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, Upload } from '@tus/server';
import { noneIfMissing, nullIfMissing, type FolderStore } from './folder-store.ts';
import type { PartialUploads } from '../partial-uploads.ts';
import { unknownUpload } from '../store-refusal.ts';

type Partial = { path: string; offset: number; size: number };

/**
 * Uploads in chunks, as files next to the folder store's objects: `KEY/LENGTH`, with `~` for the slashes of the key. The
 * file's name is the announced length, so nothing else can be half-written. The file's size is the offset.
 */
export class FolderPartials extends DataStore implements PartialUploads {
  readonly #folder: string;
  readonly #objects: FolderStore;

  constructor(folder: string, objects: FolderStore) {
    super();
    this.extensions = ['creation', 'termination'];
    this.#folder = folder;
    this.#objects = objects;
  }

  override async create(upload: Upload): Promise<Upload> {
    const known = await this.#known(upload.id);
    if (known && known.size === upload.size) return known;
    const folder = this.#folderOf(upload.id);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(join(folder, String(upload.size)), 'wx', 0o600);
    await file.close();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.#known(id);
    if (!known) throw unknownUpload();
    return known;
  }

  /** Writes the next bytes. Bytes that arrived before the stream broke are kept. Acknowledged bytes are on disk. */
  override async write(chunk: Readable, id: string, offset: number): Promise<number> {
    const partial = await this.#find(id);
    if (!partial) throw unknownUpload();
    await pipeline(chunk, createWriteStream(partial.path, { flags: 'r+', start: offset, flush: true }));
    const { size: reached } = await stat(partial.path);
    if (reached === partial.size) await this.#finish(id, partial);
    return reached;
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#folderOf(id), { recursive: true, force: true });
    await this.#objects.remove(id);
  }

  async removeOlderThan(before: Date): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const folder = join(this.#folder, name);
      const partial = await findIn(folder);
      const entry = await stat(partial?.path ?? folder).catch(nullIfMissing);
      if (entry && entry.mtimeMs < before.getTime()) await rm(folder, { recursive: true, force: true });
    }
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  async #known(id: string): Promise<Upload | null> {
    const partial = await this.#find(id);
    if (partial && partial.offset < partial.size) return new Upload({ id, ...partial });
    // The process died after the last byte, before the file became an object.
    if (partial) await this.#finish(id, partial);
    const object = await this.#objects.stat(id);
    return object && new Upload({ id, offset: object.size, size: object.size });
  }

  async #finish(id: string, partial: Partial): Promise<void> {
    await this.#objects.adopt(partial.path, id);
    await rm(this.#folderOf(id), { recursive: true, force: true });
  }

  #find(id: string): Promise<Partial | null> {
    return findIn(this.#folderOf(id));
  }

  #folderOf(id: string): string {
    return join(this.#folder, id.replaceAll('/', '~'));
  }
}

async function findIn(folder: string): Promise<Partial | null> {
  const [name] = await readdir(folder).catch(noneIfMissing);
  if (name === undefined) return null;
  const path = join(folder, name);
  // It may become an object, or be swept, during the check.
  const entry = await stat(path).catch(nullIfMissing);
  return entry && { path, offset: entry.size, size: Number(name) };
}

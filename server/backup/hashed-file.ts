import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of a backup: its path below the backup's folder, its size and its SHA-256 in lower-case hex. */
export type HashedFile = { path: string; bytes: number; sha256: string };

/** Writes a stream to a new file. The file is on disk when the promise resolves. @throws if the file already exists */
export async function writeHashed(folder: string, path: string, body: Readable): Promise<HashedFile> {
  const target = join(folder, path);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  } catch (error) {
    body.destroy();
    throw error;
  }
  await pipeline(body, measure, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Returns the size and hash of a backup file; null if it is missing. */
export async function hashOf(folder: string, path: string): Promise<HashedFile | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(join(folder, path));
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Flushes the entries of a folder and its subfolders to disk. The files in them are already flushed. */
export async function syncFolders(folder: string): Promise<void> {
  for await (const entry of await opendir(folder))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  await syncFolder(folder);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { ObjectStoreError, type ObjectStore } from '../storage/object-store.ts';
import { NEEDED } from './dump-database.ts';
import { writeHashed } from './hashed-file.ts';
import { linesOf, objectPath, parseJson, type ObjectLine } from './manifest.ts';

/** Objects copied at once. Most are pictures of a few kB, and a bucket's latency exceeds the transfer time. */
export const AT_ONCE = 8;
/** How often an object is requested, and the pause after each failure, milliseconds. */
const ATTEMPTS = 3;
const RETRY_MS = 1000;

const neededSchema = z.object({ key: z.string(), sha256: z.string().nullable() });
type Needed = z.infer<typeof neededSchema>;

/** Copies each needed object into the backup once, and yields a line for each copied object. */
export async function* copyObjects(
  objects: Pick<ObjectStore, 'get'>,
  folder: string,
): AsyncGenerator<ObjectLine> {
  let batch = new Map<string, Needed>();
  const copyBatch = async () => {
    const copied = await allEnded([...batch.values()].map((each) => copyObject(objects, folder, each)));
    batch = new Map();
    return copied.filter((line) => line !== null);
  };
  for await (const line of linesOf(folder, NEEDED)) {
    const needed = neededSchema.parse(parseJson(line));
    batch.set(needed.key, needed);
    if (batch.size >= AT_ONCE) yield* await copyBatch();
  }
  yield* await copyBatch();
}

/** Copies an object. Returns null if it was already copied, because several rows may name it. */
async function copyObject(
  objects: Pick<ObjectStore, 'get'>,
  folder: string,
  { key, sha256: expected }: Needed,
): Promise<ObjectLine | null> {
  const path = objectPath(key);
  if (await exists(join(folder, path))) return null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { bytes, sha256 } = await writeHashed(folder, path, await objects.get(key));
      const isDamaged = expected !== null && expected !== sha256;
      return { key, bytes, sha256, ...(isDamaged && { damaged: true }) };
    } catch (error) {
      await rm(join(folder, path), { force: true });
      if (error instanceof ObjectStoreError && error.code === 'not_found') return { key, missing: true };
      if (attempt === ATTEMPTS || isOfDisk(error)) throw error;
      await wait(RETRY_MS);
    }
  }
}

function isOfDisk(error: unknown): boolean {
  const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENAMETOOLONG'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Like `Promise.all`, but when it fails, nothing is still running. */
export async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

import type { LocalFile, ObjectStore } from './object-store.ts';

/** Stores a file under the key with its hash, unless it exists. Such an object is never overwritten. */
export async function keepByHash(
  objects: Pick<ObjectStore, 'put' | 'stat'>,
  key: string,
  file: LocalFile | Uint8Array,
  contentType?: string,
): Promise<void> {
  const there = await objects.stat(key);
  const size = file instanceof Uint8Array ? file.byteLength : file.size;
  // If its size differs, its content does not match its name: a disk was damaged, or a backup was restored only partially.
  if (there?.size !== size) await objects.put(key, file, contentType);
}

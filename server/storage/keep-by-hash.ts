import type { LocalFile, ObjectStore } from './object-store.ts';

/** Stores a file at the key that bears its hash, unless it lies there: such an object is never written over. */
export async function keepByHash(
  objects: Pick<ObjectStore, 'put' | 'stat'>,
  key: string,
  file: LocalFile,
  contentType?: string,
): Promise<void> {
  const there = await objects.stat(key);
  // Of another size it is not what its name says: a disk was damaged, or a backup brought back in part.
  if (there?.size !== file.size) await objects.put(key, file, contentType);
}

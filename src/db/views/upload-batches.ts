import { liveQuery } from 'dexie';
import type { MirrorDatabase } from '../database.ts';
import { filesUnderWay } from '../queries/file-standing.ts';

/**
 * Tells of each batch of uploads, from the first file that is on its way until none is any more, which files were in it.
 * Answers how to watch no longer.
 */
export function watchUploadBatches(
  db: MirrorDatabase,
  onEnd: (uuids: readonly string[]) => void,
): () => void {
  const batch = new Set<string>();
  const watching = liveQuery(() => filesUnderWay(db)).subscribe((files) => {
    for (const { uuid } of files) batch.add(uuid);
    if (files.length > 0 || batch.size === 0) return;
    const ended = [...batch];
    batch.clear();
    onEnd(ended);
  });
  return () => watching.unsubscribe();
}

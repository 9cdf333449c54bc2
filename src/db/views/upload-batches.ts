import { liveQuery } from 'dexie';
import type { MirrorDatabase } from '../database.ts';
import { filesUnderWay } from '../queries/documents/file-standing.ts';

/** A batch of uploads that is being watched. */
export interface BatchWatch {
  /** Reads at once: a live query runs a moment after its commit. */
  look: () => Promise<void>;
  /** Hears of nothing more. */
  stop: () => void;
}

/**
 * Tells of each batch of uploads, from the first file that is on its way until none is any more, which files were in it:
 * also those that came while others were sent, and those that went on under another id.
 */
export function watchUploadBatches(
  db: MirrorDatabase,
  onEnd: (uuids: readonly string[]) => void,
): BatchWatch {
  const batch = new Set<string>();
  const note = (files: readonly { uuid: string }[]) => {
    for (const { uuid } of files) batch.add(uuid);
    if (files.length > 0 || batch.size === 0) return;
    const ended = [...batch];
    batch.clear();
    onEnd(ended);
  };
  const watching = liveQuery(() => filesUnderWay(db)).subscribe(note);
  return {
    look: async () => note(await filesUnderWay(db)),
    stop: () => watching.unsubscribe(),
  };
}

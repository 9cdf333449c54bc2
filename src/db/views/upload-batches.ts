import { liveQuery } from 'dexie';
import type { MirrorDatabase } from '../database.ts';
import { filesUnderWay } from '../queries/documents/file-standing.ts';

/** A batch of uploads that is being watched. */
export interface BatchWatch {
  /** Reads immediately, because a live query runs a moment after its commit. */
  look: () => Promise<void>;
  /** Receives no more messages. */
  stop: () => void;
}

/**
 * Reports each batch of uploads, from the first file being uploaded until none are left, with all of its files, including
 * those that were added in the meantime, and those that continued under a different id.
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

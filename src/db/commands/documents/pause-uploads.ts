import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { uploadHold } from '../../queries/documents/upload-pause.ts';
import { UPLOAD_HOLD_KEY, type UploadHold } from '../../rows.ts';

/** Sends no file of any deal until `resumeUploads`, even after a reload or in other tabs. */
export async function pauseUploads(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { paused: true });
}

export async function resumeUploads(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { paused: false });
}

/** Sends the queued files although data saver is on (`saveData`). */
export async function uploadOnMetered(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { onMetered: true });
}

/** Records that the queue has been sent. The next file is held again if data saver is on. */
export async function endOnMetered(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { onMetered: false });
}

/** Immediately retries everything that waits for a retry. */
export async function retryUploadsNow(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { retriedAt: new Date().toISOString() });
}

async function changeHold(db: MirrorDatabase, change: Partial<UploadHold>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: UPLOAD_HOLD_KEY, value: { ...(await uploadHold(db)), ...change } });
  });
  announceWork(db.userId);
}

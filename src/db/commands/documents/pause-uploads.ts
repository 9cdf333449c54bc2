import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { uploadHold } from '../../queries/documents/upload-pause.ts';
import { UPLOAD_HOLD_KEY, type UploadHold } from '../../rows.ts';

/** Sends no file of any deal until `resumeUploads`, even after a reload and in other tabs. */
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

/** The queue has been sent: the next file is held again if data saver is on. */
export async function endOnMetered(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { onMetered: false });
}

/** Retries everything that waits for a retry at once. */
export async function retryUploadsNow(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { retriedAt: new Date().toISOString() });
}

async function changeHold(db: MirrorDatabase, change: Partial<UploadHold>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: UPLOAD_HOLD_KEY, value: { ...(await uploadHold(db)), ...change } });
  });
  announceWork(db.userId);
}

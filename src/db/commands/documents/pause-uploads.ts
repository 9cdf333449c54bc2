import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { uploadHold } from '../../queries/documents/upload-pause.ts';
import { UPLOAD_HOLD_KEY, type UploadHold } from '../../rows.ts';

/** Sends no file, of any deal, until `resumeUploads`: also after a reload, and in the other tabs. */
export async function pauseUploads(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { paused: true });
}

export async function resumeUploads(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { paused: false });
}

/** Sends the files that are in the queue although the device is to spare data (`saveData`). */
export async function uploadOnMetered(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { onMetered: true });
}

/** The queue has been sent: the next file is held again where data is to be spared. */
export async function endOnMetered(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { onMetered: false });
}

/** Tries at once whatever waits to be tried again. */
export async function retryUploadsNow(db: MirrorDatabase): Promise<void> {
  await changeHold(db, { retriedAt: new Date().toISOString() });
}

async function changeHold(db: MirrorDatabase, change: Partial<UploadHold>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: UPLOAD_HOLD_KEY, value: { ...(await uploadHold(db)), ...change } });
  });
  announceWork(db.userId);
}

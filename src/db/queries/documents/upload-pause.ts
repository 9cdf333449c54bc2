import type { MirrorDatabase } from '../../database.ts';
import { UPLOAD_HOLD_KEY, type UploadHold } from '../../rows.ts';

const NOTHING_HELD: UploadHold = { paused: false, onMetered: false, retriedAt: null };

/** What the person has said of their uploads: whether they are paused, and may go where data is to be spared. */
export async function uploadHold(db: MirrorDatabase): Promise<UploadHold> {
  const value = (await db.meta.get(UPLOAD_HOLD_KEY))?.value;
  return typeof value === 'object' && value !== null ? { ...NOTHING_HELD, ...value } : NOTHING_HELD;
}

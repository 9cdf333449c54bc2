import type { MirrorDatabase } from '../../database.ts';
import { UPLOAD_HOLD_KEY, type UploadHold } from '../../rows.ts';

const NOTHING_HELD: UploadHold = { paused: false, onMetered: false, retriedAt: null };

/**
 * The user's choices about uploads: whether they are paused, and whether they may use a connection with data saver
 * on.
 */
export async function uploadHold(db: MirrorDatabase): Promise<UploadHold> {
  const value = (await db.meta.get(UPLOAD_HOLD_KEY))?.value;
  return typeof value === 'object' && value !== null ? { ...NOTHING_HELD, ...value } : NOTHING_HELD;
}

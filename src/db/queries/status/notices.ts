import type { MirrorDatabase } from '../../database.ts';
import { subscribeLoss } from '../../open-database.ts';
import type { NoticeRow } from '../../rows.ts';

/** All sentences for the toaster, in order. */
export async function allNotices(db: MirrorDatabase): Promise<NoticeRow[]> {
  return db.notices.orderBy('at').toArray();
}

/**
 * Subscribes to the deletion of a mirror by the browser, even if no mirror is on the screen. Returns an unsubscribe
 * function.
 */
export function subscribeLostMirror(listener: (notice: NoticeRow) => void): () => void {
  return subscribeLoss(listener);
}

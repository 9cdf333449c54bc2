import type { MirrorDatabase } from '../../database.ts';
import { subscribeLoss } from '../../open-database.ts';
import type { NoticeRow } from '../../rows.ts';

/** All sentences for the toaster, in order. */
export async function allNotices(db: MirrorDatabase): Promise<NoticeRow[]> {
  return db.notices.orderBy('at').toArray();
}

/** Hears that the browser has deleted a mirror, also where nobody's is on the screen. Answers how to stop. */
export function subscribeLostMirror(listener: (notice: NoticeRow) => void): () => void {
  return subscribeLoss(listener);
}

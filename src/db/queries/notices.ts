import type { MirrorDatabase } from '../database.ts';
import { hearLoss } from '../open-database.ts';
import type { NoticeRow } from '../rows.ts';

/** Sentences for the toaster made since an instant (ISO), in order. */
export async function noticesSince(db: MirrorDatabase, since: string): Promise<NoticeRow[]> {
  return db.notices.where('at').aboveOrEqual(since).sortBy('at');
}

/** Hears that the browser has deleted a mirror, also where nobody's is on the screen. Answers how to stop. */
export function hearLostMirror(listener: (notice: NoticeRow) => void): () => void {
  return hearLoss(listener);
}

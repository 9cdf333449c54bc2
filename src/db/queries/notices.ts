import type { MirrorDatabase } from '../database.ts';
import type { NoticeRow } from '../rows.ts';

/** Sentences for the toaster made since an instant (ISO), in order. */
export async function noticesSince(db: MirrorDatabase, since: string): Promise<NoticeRow[]> {
  return db.notices.where('at').aboveOrEqual(since).sortBy('at');
}

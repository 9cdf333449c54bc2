import { liveQuery } from 'dexie';
import type { MirrorDatabase } from '../database.ts';

/**
 * Resolves with whether an outbox edit (`id` is its Idempotency-Key) was applied, once the server has answered it. Resolves
 * with false if the mirror is closed first.
 */
export async function answerTo(db: MirrorDatabase, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const looking = liveQuery(async () => look(db, id)).subscribe({
      next(answer) {
        if (answer === 'awaited') return;
        looking.unsubscribe();
        resolve(answer === 'done');
      },
      error: () => resolve(false),
    });
  });
}

async function look(db: MirrorDatabase, id: string): Promise<'awaited' | 'done' | 'refused'> {
  return db.transaction('r', db.outbox, db.rejected, async () => {
    const edit = await db.outbox.where({ id }).first();
    if (edit) return edit.state === 'acked' ? 'done' : 'awaited';
    return (await db.rejected.get(id)) ? 'refused' : 'done';
  });
}

import { signPacketKind } from '../../queue/job-kinds.ts';
import { pendingJobs } from '../../queue/pending-jobs.ts';
import type { Services } from '../../services.ts';

/** A job starts within a second or two. */
const GRACE_MS = 20_000;

/** Enqueues the drawing of signatures again for finished packets that have no job left. */
export async function resumeSignatures(services: Services): Promise<void> {
  const { db, jobs } = services;
  const waiting = await db
    .selectFrom('packets')
    .select('uuid')
    .where('status', '=', 'completed')
    .where('signed_file_key', 'is', null)
    // Pages that came back on paper have no signature to draw.
    .where('adopted', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('completed_at', '<=', new Date(services.now().getTime() - GRACE_MS))
    .execute();
  if (waiting.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const pending = new Set((await pendingJobs(tx, signPacketKind)).map(({ packet }) => packet));
    for (const { uuid: packet } of waiting)
      // Another process may do the same at this moment. The second job then has nothing to do.
      if (!pending.has(packet)) await jobs.enqueue(tx, signPacketKind, { packet });
  });
}

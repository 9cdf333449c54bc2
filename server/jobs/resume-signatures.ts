import { signPacketKind } from '../queue/job-kinds.ts';
import type { Services } from '../services.ts';

/** Longer than the attempts of the job itself, so that there are rarely two for one packet. */
const GIVEN_UP_MS = 10 * 3_600_000;

/** Starts drawing the signatures of finished packets again where no attempt has succeeded. */
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
    .where('completed_at', '<=', new Date(services.now().getTime() - GIVEN_UP_MS))
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const { uuid: packet } of waiting) await jobs.enqueue(tx, signPacketKind, { packet });
  });
}

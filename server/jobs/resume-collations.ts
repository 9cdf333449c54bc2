import { collateItemKind } from '../queue/job-kinds.ts';
import type { Services } from '../services.ts';

/** Longer than the attempts of the job itself, so that there are rarely two for one document. */
const GIVEN_UP_MS = 10 * 3_600_000;

/** Starts making the executed documents of released items again where no attempt has succeeded. */
export async function resumeCollations(services: Services): Promise<void> {
  const { db, jobs } = services;
  const waiting = await db
    .selectFrom('collations')
    .innerJoin('items', 'items.uuid', 'collations.item')
    .select('collations.item')
    .where('collations.collated_at', 'is', null)
    .where('collations.requested_at', '<=', new Date(services.now().getTime() - GIVEN_UP_MS))
    .where('items.deleted_at', 'is', null)
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const { item } of waiting) await jobs.enqueue(tx, collateItemKind, { item });
  });
}

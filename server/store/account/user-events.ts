import { sql, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { NewUserEvent } from '../../../src/contract/entities/account/user-event.ts';
import { DAY_MS, KEPT_DAYS } from '../../../src/contract/retention.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Tables } from '../tables.ts';

export async function addUserEvent(
  db: Kysely<Tables>,
  user: string,
  { kind, event, fields }: NewUserEvent,
  now: Date,
): Promise<void> {
  await db
    .insertInto('user_events')
    .values({
      uuid: v7({ msecs: now.getTime() }),
      user_uuid: user,
      kind,
      event,
      fields: JSON.stringify(fields),
      created_at: now,
    })
    .execute();
}

/** Deletes events older than 90 days. */
export async function sweepUserEvents(db: Kysely<Tables>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await deleteInBatches(db, 'user_events', sql`created_at < ${limit}`);
}

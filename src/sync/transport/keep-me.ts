import type { MirrorDatabase } from '../../db/database.ts';
import { equal } from '../../db/equal.ts';
import type { AnswerRow, UserRow } from '../../db/rows.ts';

/** Responses that only the admins of an organization get. */
const OF_ADMINS: AnswerRow['key'][] = ['organizationInvitations', 'reports', 'purges'];

/**
 * Stores the user's own row from the server. A response that was pending while a later one arrived is ignored. A user with
 * another organization or role keeps nothing that was for admins of the last one. In a transaction over `users` and
 * `answers`.
 */
export async function keepMe(db: MirrorDatabase, user: UserRow): Promise<void> {
  const known = await db.users.get(user.uuid);
  if (known && known.version > user.version) return;
  if (known && (known.organization !== user.organization || known.role !== user.role))
    await db.answers.bulkDelete(OF_ADMINS);
  // Earlier versions stored emails on the device, with the links in them.
  await db.answers.where('key').equals('outbox').delete();
  if (!known || !equal(known, user)) await db.users.put(user);
}

import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import { presentNotification } from '../../present/present-notification.ts';
import { invalid } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { addNotification, lockNotification } from '../../store/account/notifications.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { listParticipants } from '../../store/deals/participants.ts';
import type { Tx } from '../../store/tables.ts';

/**
 * Shares the file of one of the user's own notifications. A deal's file goes to the deal's other participants, a
 * report to the organization's other admins. Each gets the same notification, once.
 * @throws {Refusal} `not_found`; `invalid` if the notification has no file, or no longer has one
 */
export async function shareNotifiedFile(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  uuid: string,
): Promise<Notification> {
  const row = await lockNotification(tx, user, uuid);
  const now = services.now();
  const { transaction, downloads_until: until } = row;
  if (presentNotification(row, now).download_urls.length === 0 || until === null) {
    throw invalid('This notification has no file to share.');
  }
  // A shared file keeps its notification kind when it is shared again.
  const origin = row.shared_from ?? uuid;
  const told = await tx
    .selectFrom('notifications')
    .select('user_uuid')
    .where((is) => is.or([is('shared_from', '=', origin), is('uuid', '=', origin)]))
    .execute();
  const known = new Set([user.uuid, ...told.map((each) => each.user_uuid)]);
  const readers = transaction === null ? await otherAdmins(tx, user) : await participantsOf(tx, transaction);
  for (const user_uuid of readers.filter((reader) => !known.has(reader))) {
    const { level, notification_type, title, document, download_urls: urls } = row;
    const same = { level, notification_type, title, transaction, document };
    await addNotification(tx, { ...same, user_uuid, file: { urls, until, from: origin } }, now);
  }
  return presentNotification(row, now);
}

async function participantsOf(tx: Tx, deal: string): Promise<string[]> {
  const participants = await listParticipants(tx, deal);
  return participants.filter(({ deleted }) => !deleted).map(({ user_uuid }) => user_uuid);
}

/**
 * Checks that reports may be shared. @throws {Refusal} `invalid` with strict data access, because a report contains what its
 * author may see, and others may see less
 */
async function otherAdmins(tx: Tx, user: SignedInUser): Promise<string[]> {
  const { strict_data_access: strict } = await tx
    .selectFrom('organizations')
    .select('strict_data_access')
    .where('uuid', '=', user.organization)
    .executeTakeFirstOrThrow();
  if (strict)
    throw invalid('Strict data access is on, so reports are not shared. Each admin can make their own.');
  const admins = await tx
    .selectFrom('users')
    .select('uuid')
    .where('organization', '=', user.organization)
    .where('role', '=', 'admin')
    .where('uuid', '!=', user.uuid)
    .execute();
  return admins.map(({ uuid }) => uuid);
}

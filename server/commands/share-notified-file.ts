import type { Notification } from '../../src/contract/entities/notification.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { presentNotification } from '../present/present-notification.ts';
import { invalid } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addNotification, lockNotification } from '../store/notifications.ts';
import { listParticipants } from '../store/participants.ts';
import type { Tx } from '../store/tables.ts';

/**
 * Tells the deal's other participants of the finished file that a notification of the user's own leads to: they get the same
 * notification, once.
 * @throws {Refusal} `not_found`; `invalid` where it leads to no file any more, or is about no deal
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
  if (transaction === null || presentNotification(row, now).download_urls.length === 0 || until === null) {
    throw invalid('This notification leads to no file that could be shared.');
  }
  // What was shared with somebody is shared on as what it was.
  const origin = row.shared_from ?? uuid;
  const told = await tx
    .selectFrom('notifications')
    .select('user_uuid')
    .where((is) => is.or([is('shared_from', '=', origin), is('uuid', '=', origin)]))
    .execute();
  const known = new Set([user.uuid, ...told.map((each) => each.user_uuid)]);
  const others = (await listParticipants(tx, transaction)).filter(
    (each) => !each.deleted && !known.has(each.user_uuid),
  );
  for (const { user_uuid } of others) {
    const { level, notification_type, title, document, download_urls: urls } = row;
    const same = { level, notification_type, title, transaction, document };
    await addNotification(tx, { ...same, user_uuid, file: { urls, until, from: origin } }, now);
  }
  return presentNotification(row, now);
}

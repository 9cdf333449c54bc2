import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import { presentNotification } from '../../present/present-notification.ts';
import type { Services } from '../../services.ts';
import { lockNotification } from '../../store/account/notifications.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';

/**
 * Marks one of the user's own notifications as read. Repeating it changes nothing.
 * @throws {Refusal} `not_found`
 */
export async function readNotification(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  uuid: string,
): Promise<Notification> {
  const row = await lockNotification(tx, user, uuid);
  const now = services.now();
  if (row.read) return presentNotification(row, now);
  const change = {
    read: true,
    version: row.version + 1,
    modified_at: now,
    modified_by: user.uuid,
  };
  await tx.updateTable('notifications').set(change).where('uuid', '=', uuid).execute();
  return presentNotification({ ...row, ...change }, now);
}

import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import { presentNotification } from '../../present/present-notification.ts';
import type { Services } from '../../services.ts';
import { newestNotifications } from '../../store/account/notifications.ts';
import type { SignedInUser } from '../../store/account/users.ts';

/** The user's notifications, newest first. */
export async function listNotifications(services: Services, user: SignedInUser): Promise<Notification[]> {
  const rows = await services.db.transaction().execute((tx) => newestNotifications(tx, user));
  const now = services.now();
  return rows.map((row) => presentNotification(row, now));
}

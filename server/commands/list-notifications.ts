import type { Notification } from '../../src/contract/entities/notification.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { presentNotification } from '../present/present-notification.ts';
import type { Services } from '../services.ts';
import { newestNotifications } from '../store/notifications.ts';

/** The user's notifications, the newest first. */
export async function listNotifications({ db }: Services, user: SignedInUser): Promise<Notification[]> {
  const rows = await db.transaction().execute((tx) => newestNotifications(tx, user));
  return rows.map(presentNotification);
}

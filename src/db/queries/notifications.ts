import type { MirrorDatabase } from '../database.ts';
import { ACCOUNT_LANE, type NotificationRow } from '../rows.ts';

export interface NotificationList {
  /** The newest first. */
  notifications: NotificationRow[];
  /** Whether the list has been pulled at least once: before that it is not known to be empty. */
  pulled: boolean;
}

/** What the person was told, from one moment of the mirror. */
export async function notificationList(db: MirrorDatabase): Promise<NotificationList> {
  return db.transaction('r', db.notifications, db.cursors, async () => {
    const rows = await db.notifications.toArray();
    return {
      notifications: rows.filter(isShown).toSorted(newestFirst),
      pulled: (await db.cursors.get(`${ACCOUNT_LANE}/notifications`)) !== undefined,
    };
  });
}

/** How many of them the person has not read. */
export async function unreadNotifications(db: MirrorDatabase): Promise<number> {
  const rows = await db.notifications.toArray();
  return rows.filter((row) => isShown(row) && !row.read).length;
}

function isShown({ cleared }: NotificationRow): boolean {
  return !cleared;
}

/** Those of one instant by their ids, as the server lists them. */
function newestFirst(a: NotificationRow, b: NotificationRow): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.uuid < b.uuid ? 1 : -1;
}

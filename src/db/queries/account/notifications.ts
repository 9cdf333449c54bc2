import type { MirrorDatabase } from '../../database.ts';
import { inBatches } from './notification-batches.ts';
import { ACCOUNT_LANE, type NotificationRow } from '../../rows.ts';

export interface NotificationList {
  /** Newest first. */
  notifications: NotificationRow[];
  /** The names of their deals, if those are on the device. */
  dealNames: ReadonlyMap<string, string>;
  /** Whether the list has been pulled at least once: before that, it may not really be empty. */
  pulled: boolean;
}

/** The user's notifications, from one snapshot of the mirror. */
export async function notificationList(db: MirrorDatabase): Promise<NotificationList> {
  return db.transaction('r', db.notifications, db.cursors, db.transactions, async () => {
    const rows = (await db.notifications.toArray()).filter(isShown);
    const ids = new Set(rows.flatMap(({ extraData }) => extraData.transaction ?? []));
    const deals = await db.transactions.bulkGet([...ids]);
    return {
      notifications: rows.toSorted(newestFirst),
      dealNames: new Map(deals.flatMap((deal) => (deal ? [[deal.uuid, deal.name] as const] : []))),
      pulled: (await db.cursors.get(`${ACCOUNT_LANE}/notifications`)) !== undefined,
    };
  });
}

/** How many lines of the list contain something unread. */
export async function unreadLines(db: MirrorDatabase): Promise<number> {
  const rows = (await db.notifications.toArray()).filter(isShown);
  const isUnread = ({ read }: NotificationRow) => !read;
  return inBatches(rows.toSorted(newestFirst)).filter((batch) =>
    batch.kind === 'one' ? isUnread(batch.notification) : batch.notifications.some(isUnread),
  ).length;
}

function isShown({ cleared }: NotificationRow): boolean {
  return !cleared;
}

/** Compares by time, newest first, and then by id, as on the server. */
function newestFirst(a: NotificationRow, b: NotificationRow): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.uuid < b.uuid ? 1 : -1;
}

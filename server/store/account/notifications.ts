import { sql } from 'kysely';
import { v7 } from 'uuid';
import { DAY_MS, KEPT_DAYS } from '../../../src/contract/retention.ts';
import { notFound } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { NotificationRow, Tx } from '../tables.ts';
import type { DeletionNotices } from './account-tables.ts';
import type { SignedInUser } from './users.ts';

/** The maximum length of a list. */
const LISTED = 200;

/** A notification for one user, and its subject. */
type NewNotification = Pick<
  NotificationRow,
  'user_uuid' | 'level' | 'notification_type' | 'title' | 'transaction' | 'document'
> & {
  /** The location of a file, and when it expires. `from` is the other user's notification that this one repeats. */
  file?: { urls: string[]; until: Date; from?: string };
  deletions?: DeletionNotices;
};

/** Notifies a user, in the transaction of the change. */
export async function addNotification(tx: Tx, notification: NewNotification, now: Date): Promise<void> {
  await addNotifications(tx, [notification], now);
}

/** Notifies users, in the transaction of the change. */
export async function addNotifications(
  tx: Tx,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<void> {
  const rows = notifications.map(({ file, deletions, ...notification }) => ({
    uuid: v7({ msecs: now.getTime() }),
    ...notification,
    ...(deletions && { deletions: JSON.stringify(deletions) }),
    ...(file && {
      download_urls: JSON.stringify(file.urls),
      downloads_until: file.until,
      shared_from: file.from ?? null,
    }),
    read: false,
    cleared: false,
    created_at: now,
    version: 1,
    modified_at: now,
    modified_by: null,
  }));
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
}

/**
 * A user's own notifications. One about a deal names it and its documents, so it is hidden from a user who can no
 * longer see the deal.
 */
function ownNotifications(tx: Tx, user: SignedInUser) {
  return tx
    .selectFrom('notifications')
    .leftJoin('transactions as deal', (join) =>
      join.onRef('deal.uuid', '=', 'notifications.transaction').on('deal.deleted_at', 'is', null),
    )
    .leftJoin('organizations as firm', 'firm.uuid', 'deal.organization')
    .leftJoin('participants as mine', (join) =>
      join
        .onRef('mine.transaction', '=', 'deal.uuid')
        .on('mine.user_uuid', '=', user.uuid)
        .on('mine.deleted', '=', false),
    )
    .selectAll('notifications')
    .where('notifications.user_uuid', '=', user.uuid)
    .where((where) =>
      where.or([
        where('notifications.transaction', 'is', null),
        where('mine.uuid', 'is not', null),
        ...(user.role === 'admin'
          ? [
              where.and([
                where('deal.organization', '=', user.organization),
                where('firm.strict_data_access', '=', false),
              ]),
            ]
          : []),
      ]),
    );
}

/** The newest 200 of a user's notifications, newest first. */
export async function newestNotifications(tx: Tx, user: SignedInUser): Promise<NotificationRow[]> {
  return ownNotifications(tx, user)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.uuid', 'desc')
    .limit(LISTED)
    .execute();
}

/**
 * Returns a notification, locked until the transaction ends.
 * @throws {Refusal} `not_found`, also for another user's notification
 */
export async function lockNotification(tx: Tx, user: SignedInUser, uuid: string): Promise<NotificationRow> {
  const row = await ownNotifications(tx, user)
    .where('notifications.uuid', '=', uuid)
    .forUpdate('notifications')
    .executeTakeFirst();
  if (!row) throw notFound('This notification');
  return row;
}

/** Deletes notifications older than 90 days. */
export async function sweepNotifications({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const limit = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteInBatches(db, 'notifications', sql`created_at < ${limit}`);
}

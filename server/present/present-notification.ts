import type { Notification } from '../../src/contract/entities/account/notification.ts';
import type { NotificationRow } from '../store/tables.ts';
import { instant, presentRow } from './present-row.ts';

/** `now` is needed because files expire. */
export function presentNotification(row: NotificationRow, now: Date): Notification {
  return {
    uuid: row.uuid,
    level: row.level,
    notification_type: row.notification_type,
    title: row.title,
    read: row.read,
    cleared: row.cleared,
    extra_data: {
      ...(row.transaction !== null && { transaction: row.transaction }),
      ...(row.document !== null && { document: row.document }),
    },
    download_urls: row.downloads_until !== null && row.downloads_until > now ? row.download_urls : [],
    created_at: instant(row.created_at),
    ...presentRow(row),
  };
}

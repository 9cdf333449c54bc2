import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table notifications
    add column downloads_until timestamptz(3),
    add column shared_from uuid references notifications on delete set null`,
  `create unique index notifications_shared on notifications (shared_from, user_uuid)`,
];

/** The file of a notification, and the notification that it was shared from. */
export const notifiedFiles: Migration = {
  name: '0041-notified-files',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

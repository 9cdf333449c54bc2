import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table notifications (
    uuid uuid primary key,
    user_uuid uuid not null references users,
    transaction uuid references transactions on delete cascade,
    document uuid references documents on delete cascade,
    level text not null check (level in ('info', 'success', 'warning', 'error')),
    notification_type text not null,
    title text not null,
    read boolean not null default false,
    cleared boolean not null default false,
    created_at timestamptz(3) not null,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid
  )`,
  `create index notifications_user on notifications (user_uuid, created_at desc, uuid desc)`,
  `create index notifications_created_at on notifications (created_at)`,
];

/** Notifications of the people concerned by an event. */
export const notifications: Migration = {
  name: '0003-notifications',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table user_events (
    uuid uuid primary key,
    user_uuid uuid not null references users,
    kind text not null,
    event text not null,
    fields jsonb not null,
    created_at timestamptz(3) not null
  )`,
  `create index user_events_created_at on user_events (created_at)`,
];

/** Browsers' reports about the use of Counterpart. */
export const userEvents: Migration = {
  name: '0040-user-events',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

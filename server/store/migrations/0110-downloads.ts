import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table downloads (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    user_uuid uuid not null references users on delete cascade,
    asked jsonb not null,
    status text not null check (status in ('processing', 'ready', 'failed')),
    file_name text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3)
  )`,
  `create index downloads_transaction on downloads (transaction)`,
  `create index downloads_user_uuid on downloads (user_uuid)`,
  `create index downloads_expires_at on downloads (expires_at)`,
];

/** Downloads that take too long to wait for. */
export const downloads: Migration = {
  name: '0110-downloads',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

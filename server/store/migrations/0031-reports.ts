import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table reports (
    uuid uuid primary key,
    organization uuid not null references organizations,
    user_uuid uuid not null references users,
    asked jsonb not null,
    status text not null check (status in ('processing', 'ready', 'failed')),
    rows_done integer not null default 0,
    rows_total integer not null,
    file_name text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3)
  )`,
  `create index reports_user on reports (user_uuid, created_at desc)`,
  `alter table notifications add column download_urls jsonb not null default '[]'`,
];

/** Reports that take a while: created by a job, and available for a week to the person who requested them. */
export const reports: Migration = {
  name: '0031-reports',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

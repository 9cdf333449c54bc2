import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table file_leases (
    uuid uuid primary key default gen_random_uuid(),
    key text not null,
    purpose text not null check (purpose in ('keep', 'remove')),
    expires_at timestamptz not null
  )`,
  `create index file_leases_key on file_leases (key)`,
  `create index file_leases_expires on file_leases (expires_at)`,
];

/** Records which process is about to need a stored file, or is removing it, without an open transaction. */
export const fileLeases: Migration = {
  name: '0053-file-leases',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Makes the secret of uploads rotatable. The newest one signs, and older ones are still accepted. */
export const rotatedSecrets: Migration = {
  name: '0066-rotated-secrets',
  async up(db) {
    await sql`alter table upload_secret add column made_at timestamptz not null default now()`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Lets the secret of uploads be rotated: the newest one signs, older ones still count. */
export const rotatedSecrets: Migration = {
  name: '0066-rotated-secrets',
  async up(db) {
    await sql`alter table upload_secret add column made_at timestamptz not null default now()`.execute(db);
  },
};

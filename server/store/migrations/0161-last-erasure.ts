import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** When the last erasure began, so that it also runs every day on a server that is restarted every day. */
export const lastErasure: Migration = {
  name: '0161-last-erasure',
  async up(db) {
    // New and updated installations wait one day before the first erasure.
    await sql`alter table installation add column erased_at timestamptz(3) not null default now()`.execute(
      db,
    );
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Lets the hourly sweep find the seals that still need a timestamp. */
export const timestampsDue: Migration = {
  name: '0149-timestamps-due',
  async up(db) {
    await sql`create index packets_timestamp_due on packets (completed_at) where timestamp_due`.execute(db);
    await sql`create index collations_timestamp_due on collations (collated_at) where timestamp_due`.execute(
      db,
    );
  },
};

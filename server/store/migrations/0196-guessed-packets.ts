import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** When incorrect codes for a new device were last entered too often. */
export const guessedPackets: Migration = {
  name: '0196-guessed-packets',
  async up(db) {
    await sql`alter table packets add column guessed_at timestamptz`.execute(db);
  },
};

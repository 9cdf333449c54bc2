import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The outbox that a change came from, to distinguish a user's edits from two devices. Unknown for older lines. */
export const changeOrigins: Migration = {
  name: '0057-change-origins',
  async up(db) {
    await sql`alter table change_log add column origin uuid`.execute(db);
  },
};

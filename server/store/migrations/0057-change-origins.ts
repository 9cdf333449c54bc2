import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** From which outbox a change came: a person's edits from two devices can be told apart. Older lines do not tell. */
export const changeOrigins: Migration = {
  name: '0057-change-origins',
  async up(db) {
    await sql`alter table change_log add column origin uuid`.execute(db);
  },
};

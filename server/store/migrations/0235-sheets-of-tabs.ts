import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The sheet that a signing field is on. Until now, all fields were on the first sheet of their page. */
export const sheetsOfTabs: Migration = {
  name: '0235-sheets-of-tabs',
  async up(db) {
    await sql`alter table tabs add column sheet integer not null default 1`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Whether a signing field was requested as `custom_opt`, which is shown as `custom` and never required. */
export const optionTabs: Migration = {
  name: '0240-option-tabs',
  async up(db) {
    await sql`alter table tabs add column is_option boolean not null default false`.execute(db);
  },
};

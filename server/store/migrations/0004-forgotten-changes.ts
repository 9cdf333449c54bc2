import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The version up to which a deal's changes are deleted. An earlier cursor can't continue. */
export const forgottenChanges: Migration = {
  name: '0004-forgotten-changes',
  async up(db) {
    await sql`alter table transactions add column changes_from bigint not null default 0`.execute(db);
    await sql`create index change_log_at on change_log (at)`.execute(db);
  },
};

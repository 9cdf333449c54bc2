import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** What a notification of deletions is about, so that later deletions can join it and restored rows can leave it. */
export const deletionNotices: Migration = {
  name: '0072-told-deletions',
  async up(db) {
    await sql.raw('alter table notifications add column deletions jsonb').execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The signatures on the other sheets of a page, for a sheet that has only text. */
export const sheetsOfText: Migration = {
  name: '0163-sheets-of-text',
  async up(db) {
    await sql`alter table packet_pages add column signed_with uuid[] not null default '{}'`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The PDF that a file's page was copied from into a packet, and its index in that PDF, from 0. */
export const copiedPages: Migration = {
  name: '0095-copied-pages',
  async up(db) {
    await sql`alter table packet_pages add column copied_key text, add column copied_page integer`.execute(
      db,
    );
    await sql`create index packet_pages_copied_key on packet_pages (copied_key) where copied_key is not null`.execute(
      db,
    );
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The item whose file has an item's signature pages. */
export const embeddedPages: Migration = {
  name: '0183-embedded-pages',
  async up(db) {
    await sql`alter table items add column pages_embedded_in uuid references items on delete set null`.execute(
      db,
    );
    await sql`create index items_pages_embedded_in on items (pages_embedded_in)`.execute(db);
  },
};

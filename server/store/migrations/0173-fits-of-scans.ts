import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Where a returned page has what was printed on it, so that a date is written in its field. Null if unknown. */
export const fitsOfScans: Migration = {
  name: '0173-fits-of-scans',
  async up(db) {
    await sql`alter table executed_document_pages add column fit jsonb`.execute(db);
  },
};

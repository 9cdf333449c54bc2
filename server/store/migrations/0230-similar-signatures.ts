import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The signatures that a returned page without a code may be for, based on its words. */
export const similarSignatures: Migration = {
  name: '0230-similar-signatures',
  async up(db) {
    await sql`alter table executed_document_pages add column similar_signatures uuid[] not null default '{}'`.execute(
      db,
    );
  },
};

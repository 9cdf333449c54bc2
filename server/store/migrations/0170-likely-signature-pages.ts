import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The pages of a document that look like signature pages, found when it is converted; unknown for older documents. */
export const likelySignaturePages: Migration = {
  name: '0170-likely-signature-pages',
  async up(db) {
    await sql`alter table documents add column likely_signature_pages integer[]`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The signatory whose pages a returned file was said to have. A hint: it may name one who isn't there (yet, or anymore). */
export const expectedSignatories: Migration = {
  name: '0169-expected-signatories',
  async up(db) {
    await sql`alter table executed_documents add column expected_signatory uuid`.execute(db);
  },
};

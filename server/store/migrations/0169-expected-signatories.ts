import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The signatory that the uploader named for a returned file. It is a hint, and may name one who doesn't exist (yet, or
 * anymore).
 */
export const expectedSignatories: Migration = {
  name: '0169-expected-signatories',
  async up(db) {
    await sql`alter table executed_documents add column expected_signatory uuid`.execute(db);
  },
};

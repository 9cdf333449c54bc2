import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Why an executed document is no longer being created: an attempt failed for good, or somebody canceled it. */
export const collationProblems: Migration = {
  name: '0153-collation-problems',
  async up(db) {
    await sql`alter table collations add column problem text`.execute(db);
  },
};

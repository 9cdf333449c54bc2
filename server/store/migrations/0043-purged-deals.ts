import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table transactions
    add column purge_approved_at timestamptz(3),
    add column purge_approved_by uuid references users,
    add column archived_at timestamptz(3),
    add column purged_at timestamptz(3)`,
  // Before an object is removed, its other users are looked up.
  `create index documents_file_key on documents (file_key)`,
  `create index documents_pdf_file_key on documents (pdf_file_key)`,
];

/** Deals whose files were archived and removed, or will be. */
export const purgedDeals: Migration = {
  name: '0043-purged-deals',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

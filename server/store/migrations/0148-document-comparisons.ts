import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table document_comparisons (
    before_document uuid not null references documents on delete cascade,
    after_document uuid not null references documents on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    status text not null check (status in ('processing', 'ready', 'failed')),
    pages jsonb,
    error_message text,
    requested_at timestamptz not null,
    primary key (before_document, after_document)
  )`,
  `create index document_comparisons_after_document on document_comparisons (after_document)`,
  `create index document_comparisons_transaction on document_comparisons (transaction)`,
  `alter table packets add column superseded_at timestamptz`,
];

/** The differences between two versions of a document, and packets that a newer version superseded. */
export const documentComparisons: Migration = {
  name: '0148-document-comparisons',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

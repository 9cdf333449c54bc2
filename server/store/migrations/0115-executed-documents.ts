import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const rowColumns = `
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid`;

const statements = [
  `create table executed_documents (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    name text not null,
    status text not null,
    num_pages integer,
    num_read integer not null default 0,
    error_message text,
    file_key text not null,
    sha256 text not null,
    size bigint not null,
    malware text,
    collected_for uuid not null references organizations,
    ${rowColumns}
  )`,
  `create index executed_documents_transaction on executed_documents (transaction)`,
  `create index executed_documents_file_key on executed_documents (file_key)`,
  `create index executed_documents_collected_for on executed_documents (collected_for)`,
  `create index executed_documents_deleted on executed_documents (deleted_at) where deleted_at is not null`,
  `create index executed_documents_processing on executed_documents (uuid) where status = 'processing'`,
  `create table executed_document_pages (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    executed_document uuid not null references executed_documents on delete cascade,
    page integer not null check (page > 0),
    assignments uuid[] not null default '{}',
    match text not null,
    confidence double precision,
    outcome text,
    candidates uuid[] not null default '{}',
    warnings jsonb not null default '[]',
    codes text[] not null default '{}',
    width double precision not null default 612,
    height double precision not null default 792,
    matrix jsonb not null default '[1, 0, 0, 1, 0, 0]',
    pdf_file_key text,
    picture_key text,
    ${rowColumns}
  )`,
  `create index executed_document_pages_transaction on executed_document_pages (transaction)`,
  `create unique index executed_document_pages_page on executed_document_pages (executed_document, page)`,
  `create index executed_document_pages_assignments on executed_document_pages using gin (assignments)`,
  `create index executed_document_pages_pdf_file_key on executed_document_pages (pdf_file_key)`,
  `create index executed_document_pages_picture_key on executed_document_pages (picture_key)`,
  `create index executed_document_pages_deleted on executed_document_pages (deleted_at) where deleted_at is not null`,
  `alter table assignments
    add column executed_document_page uuid references executed_document_pages on delete set null`,
  `create index assignments_executed_document_page on assignments (executed_document_page)`,
];

/** Returned files, their pages, and on each assignment the page that it was signed on, for signatures on paper. */
export const executedDocuments: Migration = {
  name: '0115-executed-documents',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

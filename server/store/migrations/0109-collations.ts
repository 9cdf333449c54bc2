import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table collations (
    item uuid primary key references items on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    document uuid references documents on delete cascade,
    release uuid,
    effective_date text,
    requested_at timestamptz(3),
    collated_at timestamptz(3),
    file_key text,
    num_pages integer,
    size integer,
    timestamp_due boolean not null default false
  )`,
  `create index collations_transaction on collations (transaction)`,
  `create index collations_document on collations (document)`,
  `create index collations_file_key on collations (file_key)`,
  `create index collations_running on collations (requested_at) where requested_at is not null and collated_at is null`,
];

/** Executed documents: a released body and its signed pages, combined. */
export const collations: Migration = {
  name: '0109-collations',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table seal_certificates (
    fingerprint text primary key,
    purpose text not null check (purpose in ('seal', 'timestamp')),
    certificate bytea not null,
    made_at timestamptz(3) not null,
    private_key bytea
  )`,
  // Processes that start at the same time agree on one key.
  `create unique index seal_certificates_one_key on seal_certificates ((true)) where private_key is not null`,
  `alter table packets
    add column timestamp_due boolean not null default false,
    add column certificate_file_key text,
    add column certificate_num_pages integer`,
];

/** The seals of finished packets: every certificate that was used, and the sealing key if the operator has provided none. */
export const seals: Migration = {
  name: '0099-seals',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table packets add column printed_at timestamptz`,
  `alter table packet_pages add column made_from text`,
  `create table signed_versions (
    assignment uuid primary key references assignments on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    document uuid,
    carried_from uuid
  )`,
  `create index signed_versions_transaction on signed_versions (transaction)`,
];

/** What printed packets and returned pages are bound to: the versions of their documents, and a hash of what each page shows. */
export const printedPackets: Migration = {
  name: '0147-printed-packets',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

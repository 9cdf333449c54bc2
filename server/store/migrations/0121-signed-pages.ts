import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table signed_pages (
    page uuid primary key references packet_pages on delete cascade,
    packet uuid not null references packets on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    tab_values jsonb not null,
    sha256 text not null,
    signed_at timestamptz(3) not null,
    utc_offset integer not null
  )`,
  `create index signed_pages_packet on signed_pages (packet)`,
  `create index signed_pages_transaction on signed_pages (transaction)`,
];

/** What signatories enter on the pages of a packet, and when in their local time. */
export const signedPages: Migration = {
  name: '0121-signed-pages',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

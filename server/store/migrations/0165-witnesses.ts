import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table packet_documents add column whole_document boolean not null default false`,
  `alter table packets add column deed_submissions jsonb not null default '[]'`,
  `create table packet_witnesses (
    page uuid primary key references packet_pages on delete cascade,
    packet uuid not null references packets on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    name text not null,
    address text not null,
    occupation text not null,
    adopted jsonb not null,
    on_device text not null check (on_device in ('signer', 'own')),
    sha256 text not null,
    signed_at timestamptz(3) not null
  )`,
  `create index packet_witnesses_packet on packet_witnesses (packet)`,
  `create index packet_witnesses_transaction on packet_witnesses (transaction)`,
  `create function refuse_change_of_witness() returns trigger language plpgsql as $$
    begin
      raise exception 'What a witness signed is never changed.';
    end
  $$`,
  `create trigger packet_witnesses_append_only before update on packet_witnesses
    for each row execute function refuse_change_of_witness()`,
  `create table witness_codes (
    code_hash text primary key,
    packet uuid not null references packets on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    token_hash text unique,
    token_expires_at timestamptz(3)
  )`,
  `create index witness_codes_packet on witness_codes (packet)`,
  `create index witness_codes_transaction on witness_codes (transaction)`,
];

/** Who witnessed the signatures of a packet, the codes that open a page for a witness, and deeds that came back with the whole document. */
export const witnesses: Migration = {
  name: '0165-witnesses',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

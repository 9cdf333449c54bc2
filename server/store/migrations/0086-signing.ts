import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table packets
    add column message text not null default '',
    add column consented_at timestamptz(3),
    add column consent_version text,
    add column adopted jsonb`,
  `create table signing_tokens (
    token_hash text primary key,
    transaction uuid not null references transactions on delete cascade,
    packet uuid not null references packets on delete cascade,
    created_at timestamptz(3) not null,
    replaced_at timestamptz(3)
  )`,
  `create index signing_tokens_transaction on signing_tokens (transaction)`,
  `create index signing_tokens_packet on signing_tokens (packet)`,
  `create table packet_signatures (
    packet uuid not null references packets on delete cascade,
    assignment uuid not null references assignments on delete cascade,
    transaction uuid not null references transactions on delete cascade,
    sha256 text not null,
    signed_at timestamptz(3) not null,
    primary key (packet, assignment)
  )`,
  `create index packet_signatures_transaction on packet_signatures (transaction)`,
  `create index packet_signatures_assignment on packet_signatures (assignment)`,
  `create table signing_events (
    packet uuid not null references packets on delete cascade,
    seq integer not null,
    transaction uuid not null references transactions on delete cascade,
    kind text not null,
    at timestamptz(3) not null,
    device_at timestamptz(3),
    actor uuid,
    address text not null,
    user_agent text not null,
    details jsonb not null,
    previous_hash text not null,
    hash text not null,
    primary key (packet, seq)
  )`,
  `create index signing_events_transaction on signing_events (transaction)`,
  `create function refuse_change_of_signing_event() returns trigger language plpgsql as $$
    begin
      raise exception 'Signing events are never changed.';
    end
  $$`,
  `create trigger signing_events_append_only before update on signing_events
    for each row execute function refuse_change_of_signing_event()`,
];

/** What happens to a packet once it is sent: its links, its signatures, and the evidence. */
export const signing: Migration = {
  name: '0086-signing',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

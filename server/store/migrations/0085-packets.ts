import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table packet_requests (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    created_at timestamptz(3) not null,
    created_by uuid not null references users
  )`,
  `create index packet_requests_transaction on packet_requests (transaction)`,
  `create table packets (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    signatory uuid not null references signatories on delete cascade,
    request uuid not null references packet_requests on delete cascade,
    status text not null,
    assignments uuid[] not null,
    options jsonb not null,
    num_pages integer,
    warnings jsonb not null default '[]',
    error_message text,
    made_from text,
    file_key text,
    signed_file_key text,
    sent_at timestamptz(3),
    sent_by uuid references users,
    viewed_at timestamptz(3),
    completed_at timestamptz(3),
    expires_at timestamptz(3),
    declined_reason text,
    cancelled_reason text,
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create index packets_transaction on packets (transaction)`,
  `create index packets_deleted on packets (deleted_at) where deleted_at is not null`,
  `create index packets_signatory on packets (signatory)`,
  `create index packets_request on packets (request)`,
  `create index packets_file_key on packets (file_key)`,
  `create index packets_signed_file_key on packets (signed_file_key)`,
  `create index packets_expires_at on packets (expires_at)`,
  `create table packet_pages (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    packet uuid not null references packets on delete cascade,
    "order" integer not null check ("order" >= 0),
    kind text not null check (kind in ('cover', 'slip', 'signature')),
    item uuid references items on delete cascade,
    page uuid references signature_pages on delete cascade,
    assignments uuid[] not null,
    code text,
    sheet jsonb not null,
    sha256 text not null
  )`,
  `create index packet_pages_transaction on packet_pages (transaction)`,
  `create unique index packet_pages_packet on packet_pages (packet, "order")`,
  `create index packet_pages_item on packet_pages (item)`,
  `create index packet_pages_page on packet_pages (page)`,
  `create unique index packet_pages_code on packet_pages (code)`,
  `alter table transactions
    add column requires_acceptance boolean not null default true,
    add column distributed_at timestamptz(3)`,
];

/** Packets: all pages that one person signs. */
export const packets: Migration = {
  name: '0085-packets',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

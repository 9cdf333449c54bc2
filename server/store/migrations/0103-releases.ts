import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table releases (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    name text not null,
    items uuid[] not null,
    assignments uuid[] not null,
    effective_date text,
    conditions jsonb not null,
    confirmations jsonb not null,
    signatures uuid[] not null,
    status text not null check (status in ('open', 'released', 'withdrawn')),
    released_by uuid references users,
    released_at timestamptz(3),
    withdrawn_reason text,
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create index releases_transaction on releases (transaction)`,
  `create index releases_deleted on releases (deleted_at) where deleted_at is not null`,
  `create table ledger_entries (
    transaction uuid not null references transactions on delete cascade,
    seq integer not null,
    event text not null,
    at timestamptz(3) not null,
    actor uuid,
    address text not null,
    subject uuid,
    details jsonb not null,
    previous_hash text not null,
    hash text not null,
    primary key (transaction, seq)
  )`,
  `alter table transactions add column release_confirmations integer not null default 2
    check (release_confirmations in (1, 2))`,
];

/** Releases of held pages, and the ledger of a deal. */
export const releases: Migration = {
  name: '0103-releases',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

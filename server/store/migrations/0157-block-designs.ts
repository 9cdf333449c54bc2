import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table signature_blocks (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    name text not null,
    data jsonb not null,
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create index signature_blocks_transaction on signature_blocks (transaction)`,
  `create index signature_blocks_deleted on signature_blocks (deleted_at) where deleted_at is not null`,
  // Neither is a foreign key, because a deleted design counts as none, and can be restored.
  `alter table transactions add column signature_block uuid`,
  `alter table organizations
    add column signature_blocks jsonb not null default '[]',
    add column signature_block uuid`,
];

/** Saved designs of signature blocks, of deals and of organizations. */
export const blockDesigns: Migration = {
  name: '0157-block-designs',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table invitations (
    uuid uuid primary key,
    email text not null,
    first_name text not null,
    last_name text not null,
    organization uuid not null references organizations,
    transaction uuid references transactions,
    invited_by uuid not null references users,
    token_hash text not null unique,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    accepted_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,
  `create index invitations_email on invitations (email)`,
  `create index invitations_transaction on invitations (transaction)`,
  `create index invitations_organization on invitations (organization) where transaction is null`,
  `create index invitations_invited_by on invitations (invited_by, created_at)`,
];

/** Invitations to work on a deal, or to join an organization. */
export const invitations: Migration = {
  name: '0020-invitations',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

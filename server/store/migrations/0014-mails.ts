import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table mails (
    uuid uuid primary key,
    organization uuid references organizations,
    user_uuid uuid references users,
    kind text not null,
    to_name text not null,
    to_address text not null,
    subject text not null,
    html text,
    text text,
    in_outbox boolean not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3),
    claimed_until timestamptz(3),
    sent_at timestamptz(3),
    failed_at timestamptz(3),
    error text
  )`,
  `create index mails_organization on mails (organization, created_at desc, uuid desc)`,
  `create index mails_created_at on mails (created_at)`,
];

/** Emails, written together with their cause. */
export const mails: Migration = {
  name: '0014-mails',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

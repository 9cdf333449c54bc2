import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table organizations
    add column strict_data_access boolean not null default false,
    add column support_access_until timestamptz(3)`,
  `create table access_log (
    uuid uuid primary key,
    organization uuid not null references organizations,
    transaction uuid references transactions,
    user_uuid uuid not null references users,
    acting_as text not null check (acting_as in ('participant', 'admin', 'support')),
    act text not null,
    day date,
    at timestamptz(3) not null
  )`,
  // Entries that are recorded once a day have a day. Entries that are recorded each time have none.
  `create unique index access_log_once_a_day on access_log (transaction, user_uuid, act, day) where day is not null`,
  `create index access_log_organization on access_log (organization, at, uuid)`,
];

/** Outside access to an organization's deals, and the log of views. */
export const dataAccess: Migration = {
  name: '0030-data-access',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const birth = `created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid`;

const statements = [
  `create table tab_groups (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    assignment_id uuid not null references assignments on delete cascade,
    group_rule text not null,
    minimum_required integer,
    maximum_allowed integer,
    ${birth}
  )`,
  `create index tab_groups_transaction on tab_groups (transaction)`,
  `create index tab_groups_deleted on tab_groups (deleted_at) where deleted_at is not null`,
  `create index tab_groups_assignment_id on tab_groups (assignment_id)`,
  `create table tabs (
    uuid uuid primary key,
    transaction uuid not null references transactions on delete cascade,
    assignment uuid not null references assignments on delete cascade,
    tab_type text not null,
    x_position double precision not null,
    y_position double precision not null,
    width double precision not null,
    height double precision not null,
    label text not null,
    required boolean not null,
    tab_group uuid references tab_groups on delete set null,
    value text,
    filled_at timestamptz(3),
    ${birth}
  )`,
  `create index tabs_transaction on tabs (transaction)`,
  `create index tabs_deleted on tabs (deleted_at) where deleted_at is not null`,
  `create index tabs_assignment on tabs (assignment)`,
  `create index tabs_tab_group on tabs (tab_group)`,
];

/** Fields that signers fill in, and groups of checkboxes among them. */
export const tabs: Migration = {
  name: '0089-tabs',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

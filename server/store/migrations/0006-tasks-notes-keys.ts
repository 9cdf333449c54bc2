import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table tasks (
    uuid uuid primary key,
    transaction uuid not null references transactions,
    name text not null,
    description text not null default '',
    is_complete boolean not null default false,
    completed_at timestamptz(3),
    completed_by uuid references users,
    assignee uuid references users,
    due_date text,
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create index tasks_transaction on tasks (transaction) where deleted_at is null`,
  `alter table elements add foreign key (task) references tasks`,
  `create table notes (
    uuid uuid primary key,
    transaction uuid not null references transactions,
    element uuid references elements,
    note text not null,
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create index notes_transaction on notes (transaction) where deleted_at is null`,
  `create table custom_keys (
    uuid uuid primary key,
    transaction uuid not null references transactions,
    key text not null,
    "order" integer not null check ("order" >= 0),
    created_at timestamptz(3) not null,
    created_by uuid not null references users,
    version bigint not null,
    modified_at timestamptz(3) not null,
    modified_by uuid,
    deleted_at timestamptz(3),
    deleted_by uuid
  )`,
  `create unique index custom_keys_key on custom_keys (transaction, lower(key)) where deleted_at is null`,
];

/** Tasks on the checklist, notes beside it, and the fields of a deal. */
export const tasksNotesKeys: Migration = {
  name: '0006-tasks-notes-keys',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table sign_ins (
    uuid uuid primary key,
    user_uuid uuid not null references users,
    user_agent text not null,
    address text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null
  )`,
  `create index sign_ins_user on sign_ins (user_uuid)`,
  `insert into sign_ins
    select distinct on (family) family, user_uuid, '', '', created_at, created_at
    from sessions order by family, created_at`,
  `alter table sessions
    add column role text,
    add column renewable boolean not null default true,
    add constraint sessions_family_fkey foreign key (family) references sign_ins on delete cascade`,
  `update sessions set role = users.role from users where users.uuid = sessions.user_uuid`,
  `alter table sessions alter column role set not null`,
  `create table login_addresses (
    user_uuid uuid not null references users,
    address text not null,
    last_at timestamptz(3) not null,
    primary key (user_uuid, address)
  )`,
];

/**
 * A sign-in belongs to a device: its location, and its last use. Also the addresses from which a user has signed in.
 */
export const signIns: Migration = {
  name: '0013-sign-ins',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

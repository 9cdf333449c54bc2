import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table users add column disabled_at timestamptz(3)`,
  `alter table participants add column access text not null default 'full' check (access in ('full', 'view'))`,
  `alter table transactions add column guests_may_invite boolean not null default false`,
  `alter table invitations
    add column access text not null default 'full' check (access in ('full', 'view')),
    add column sent_from uuid references organizations,
    add column mailed boolean not null default true`,
  `update invitations set
    sent_from = users.organization,
    mailed = not exists (
      select from mails
      where mails.in_outbox and mails.kind like 'invitation%' and lower(mails.to_address) = invitations.email
    )
    from users where users.uuid = invitations.invited_by`,
  `alter table invitations alter column sent_from set not null, alter column mailed drop default`,
  `create index invitations_sent_from on invitations (sent_from)`,
  `create table vouched_addresses (
    user_uuid uuid not null references users on delete cascade,
    organization uuid not null references organizations on delete cascade,
    created_at timestamptz(3) not null,
    primary key (user_uuid, organization)
  )`,
  `create index vouched_addresses_organization on vouched_addresses (organization)`,
  `insert into vouched_addresses
    select distinct on (users.uuid, invitations.sent_from)
      users.uuid, invitations.sent_from, invitations.accepted_at
    from users join invitations on invitations.email = lower(users.email)
    where not users.email_proved and invitations.accepted_at is not null`,
  `create table address_confirmations (
    user_uuid uuid primary key references users on delete cascade,
    token_hash text not null unique,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  )`,
  `create table ended_sessions (
    token_hash text primary key,
    user_uuid uuid not null references users on delete cascade,
    organization uuid not null references organizations on delete cascade,
    reason text not null check (reason in ('disabled', 'removed')),
    ended_at timestamptz(3) not null
  )`,
  `create index ended_sessions_user on ended_sessions (user_uuid)`,
  `create index ended_sessions_organization on ended_sessions (organization)`,
];

/**
 * Disabled accounts, access per participant, and what an invitation shows about its address: a link that an administrator
 * handed over shows it to that organization only, a link in an email to everybody.
 */
export const peopleAndAccess: Migration = {
  name: '0060-people-and-access',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** What users and organizations say about themselves (docs/product/people-and-access.md). */
export const people: Migration = {
  name: '0012-people',
  async up(db) {
    const statements = [
      `alter table users
        add column binder_format_structure jsonb not null default '{}',
        add column hide_support boolean not null default false`,
      `alter table organizations
        add column website text not null default '',
        add column auto_signature_pages boolean not null default false,
        add column custom_help_email text,
        add column custom_help_url text,
        add column disable_signature_application boolean not null default false,
        add column disable_user_survey boolean not null default false,
        add column has_active_drp boolean not null default false,
        add column has_closing_tool boolean not null default true,
        add column has_funding_tool boolean not null default false,
        add column mercury_signings boolean not null default false,
        add column version integer not null default 1,
        add column modified_at timestamptz not null default now(),
        add column modified_by uuid references users (uuid)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

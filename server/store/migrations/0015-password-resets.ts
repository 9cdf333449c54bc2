import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The only link with which a user can set a new password. A newer one replaces it. */
export const passwordResets: Migration = {
  name: '0015-password-resets',
  async up(db) {
    const made = `create table password_resets (
      user_uuid uuid primary key references users,
      token_hash text not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    )`;
    await sql.raw(made).execute(db);
  },
};

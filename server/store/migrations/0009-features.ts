import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * Features that were turned on or off, for everyone (transaction null) or in one deal. A feature without a row is
 * off.
 */
export const features: Migration = {
  name: '0009-features',
  async up(db) {
    const made = `create table features (
      name text not null,
      transaction uuid references transactions (uuid),
      is_active boolean not null,
      set_at timestamptz not null,
      unique nulls not distinct (name, transaction)
    )`;
    await sql.raw(made).execute(db);
  },
};

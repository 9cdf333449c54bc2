import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** What was switched on or off, for all (transaction null) or in one deal. What has no row is off. */
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

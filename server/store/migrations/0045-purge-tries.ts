import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [`alter table transactions add column purge_asked_at timestamptz`];

/** When a purge was approved last, also again: the failure of an earlier try says nothing of it. */
export const purgeTries: Migration = {
  name: '0045-purge-tries',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

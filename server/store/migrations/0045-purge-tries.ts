import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [`alter table transactions add column purge_asked_at timestamptz`];

/**
 * When a purge was last approved, including repeated approvals: the failure of an earlier try says nothing about it.
 */
export const purgeTries: Migration = {
  name: '0045-purge-tries',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [`alter table organizations add column strict_access_off_requested_by uuid`];

/** The admin who requested turning off strict data access, until another one approves it or somebody withdraws it. */
export const strictAccessRequests: Migration = {
  name: '0065-strict-access-requests',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

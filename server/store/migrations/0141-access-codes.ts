import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Packets that open only with a code, which the sender tells the signatory. */
export const accessCodes: Migration = {
  name: '0141-access-codes',
  async up(db) {
    await sql`alter table packets add column access_code_hash text`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The capacity in which each page of a sent packet is signed, as of when the packet was sent. */
export const sentCapacities: Migration = {
  name: '0128-sent-capacities',
  async up(db) {
    await sql`alter table packets add column capacities jsonb`.execute(db);
  },
};

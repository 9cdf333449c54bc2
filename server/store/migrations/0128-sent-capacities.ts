import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** In which capacity each page of a sent packet is signed, as it was when the packet was sent. */
export const sentCapacities: Migration = {
  name: '0128-sent-capacities',
  async up(db) {
    await sql`alter table packets add column capacities jsonb`.execute(db);
  },
};

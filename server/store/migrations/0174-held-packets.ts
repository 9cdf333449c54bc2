import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Why a queued packet wasn't sent. Null once it is sent. */
export const heldPackets: Migration = {
  name: '0174-held-packets',
  async up(db) {
    await sql`alter table packets add column held_reason text`.execute(db);
  },
};

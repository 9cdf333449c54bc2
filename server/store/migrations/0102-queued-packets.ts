import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Packets that are sent automatically, once they are created or the one before them is signed. */
export const queuedPackets: Migration = {
  name: '0102-queued-packets',
  async up(db) {
    await sql`alter table packets add column queued jsonb`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Whether the pages of a packet can only be signed on paper. */
export const packetsOnPaper: Migration = {
  name: '0164-packets-on-paper',
  async up(db) {
    await sql`alter table packets add column needs_paper boolean not null default false`.execute(db);
  },
};

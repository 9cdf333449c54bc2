import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The hashes of pages cover JSON with sorted keys, so that anyone can recompute them. Packets with other hashes that weren't
 * sent have to be created again.
 */
export const canonicalPageHashes: Migration = {
  name: '0129-canonical-page-hashes',
  async up(db) {
    await sql`update packets set made_from = null where status = 'ready'`.execute(db);
  },
};

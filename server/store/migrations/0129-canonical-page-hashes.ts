import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The hashes of pages are of JSON with its keys in order, so that anybody can recompute them. Packets that were made with other hashes,
 * and weren't sent, have to be made again.
 */
export const canonicalPageHashes: Migration = {
  name: '0129-canonical-page-hashes',
  async up(db) {
    await sql`update packets set made_from = null where status = 'ready'`.execute(db);
  },
};

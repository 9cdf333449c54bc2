import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** A file that was uploaded as a new version of an item, and is still being converted. */
export const convertingVersions: Migration = {
  name: '0010-converting-versions',
  async up(db) {
    const added = 'alter table items add column pending_conversion_document uuid references documents (uuid)';
    await sql.raw(added).execute(db);
  },
};

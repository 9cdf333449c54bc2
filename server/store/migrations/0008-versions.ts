import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** A file that was uploaded for an item and is not its current one yet. */
export const versions: Migration = {
  name: '0008-versions',
  async up(db) {
    const added = 'alter table items add column pending_version_document uuid references documents (uuid)';
    await sql.raw(added).execute(db);
  },
};

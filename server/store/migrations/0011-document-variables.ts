import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Whether a Word file names custom keys, determined at the upload; unknown for older files. */
export const documentVariables: Migration = {
  name: '0011-document-variables',
  async up(db) {
    const added = 'alter table documents add column has_variables boolean not null default false';
    await sql.raw(added).execute(db);
  },
};

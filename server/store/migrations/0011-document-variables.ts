import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Whether a Word file names custom keys, told when it is taken in; of older files it is not known. */
export const documentVariables: Migration = {
  name: '0011-document-variables',
  async up(db) {
    const added = 'alter table documents add column has_variables boolean not null default false';
    await sql.raw(added).execute(db);
  },
};

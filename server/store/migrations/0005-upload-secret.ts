import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The secret that signs tokens of uploads in chunks, the same for all processes of an installation: one row, never
 * changed.
 */
export const uploadSecret: Migration = {
  name: '0005-upload-secret',
  async up(db) {
    await sql`create table upload_secret (secret bytea not null)`.execute(db);
    await sql`insert into upload_secret (secret) values (${randomBytes(32)})`.execute(db);
  },
};

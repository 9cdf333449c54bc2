import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The secret that signs tokens of chunked uploads, the same for all processes of an installation: one row that never changes.
 */
export const uploadSecret: Migration = {
  name: '0005-upload-secret',
  async up(db) {
    await sql`create table upload_secret (secret bytea not null)`.execute(db);
    await sql`insert into upload_secret (secret) values (${randomBytes(32)})`.execute(db);
  },
};

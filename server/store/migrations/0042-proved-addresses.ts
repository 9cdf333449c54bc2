import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Whether a mail that was sent has shown that an account's address is its person's. */
export const provedAddresses: Migration = {
  name: '0042-proved-addresses',
  async up(db) {
    const added = 'alter table users add column email_proved boolean not null default true';
    await sql.raw(added).execute(db);
  },
};

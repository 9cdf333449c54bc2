import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Whether a delivered email has proved that an account's address is its user's. */
export const provedAddresses: Migration = {
  name: '0042-proved-addresses',
  async up(db) {
    const added = 'alter table users add column email_proved boolean not null default true';
    await sql.raw(added).execute(db);
  },
};

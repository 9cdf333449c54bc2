import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Gives each email a random token for its envelope, so that its bounce can be identified. */
export const returnedMails: Migration = {
  name: '0185-returned-mails',
  async up(db) {
    await sql`alter table mails add column return_token uuid not null default gen_random_uuid()`.execute(db);
    await sql`create unique index mails_return_token on mails (return_token)`.execute(db);
  },
};

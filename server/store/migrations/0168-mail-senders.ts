import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** For whom an email is sent, and who gets the answer to it. Null = for Counterpart, and nobody. */
export const mailSenders: Migration = {
  name: '0168-mail-senders',
  async up(db) {
    await sql`alter table mails add column sent_for text, add column reply_to text`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The firm in whose name an email is sent, and the person who gets the replies. Null = Counterpart, and nobody. */
export const mailSenders: Migration = {
  name: '0168-mail-senders',
  async up(db) {
    await sql`alter table mails add column sent_for text, add column reply_to text`.execute(db);
  },
};

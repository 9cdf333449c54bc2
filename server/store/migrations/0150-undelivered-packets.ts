import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Lets a packet say that the email with its link couldn't be delivered. */
export const undeliveredPackets: Migration = {
  name: '0150-undelivered-packets',
  async up(db) {
    await sql`alter table packets add column mail_problem text`.execute(db);
    await sql`alter table mails add column packet uuid references packets (uuid) on delete set null`.execute(
      db,
    );
    await sql`create index mails_packet on mails (packet)`.execute(db);
  },
};

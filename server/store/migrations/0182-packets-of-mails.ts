import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table mails add column packets uuid[] not null default '{}'`,
  `update mails set packets = array[packet] where packet is not null`,
  `alter table mails drop column packet`,
  `create index mails_packets on mails using gin (packets)`,
];

/**
 * One reminder contains the links of all of a signatory's packets. Processes of the previous version can no longer write
 * emails, so restart all of them.
 */
export const packetsOfMails: Migration = {
  name: '0182-packets-of-mails',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

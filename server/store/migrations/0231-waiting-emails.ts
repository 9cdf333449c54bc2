import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Which packets are emailed together once DocuSign has their pages. Packets that waited for that before are emailed alone. */
export const waitingEmails: Migration = {
  name: '0231-waiting-emails',
  async up(db) {
    await sql`alter table packets add column waiting_email uuid`.execute(db);
    await sql`
      update packets set waiting_email = uuid
      where uuid in (select packet from docusign_envelopes where envelope_id is null)
    `.execute(db);
  },
};

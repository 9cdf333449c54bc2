import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Packets whose signatory said that they aren't for them, and who should sign instead. */
export const wrongPersons: Migration = {
  name: '0140-wrong-persons',
  async up(db) {
    await sql`alter table packets add column wrong_person jsonb`.execute(db);
  },
};

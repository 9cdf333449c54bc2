import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table executed_documents add column packet uuid references packets on delete set null`,
  `create index executed_documents_packet on executed_documents (packet)`,
];

/** The packet through whose link a returned file was sent by its signatory. */
export const filesFromRooms: Migration = {
  name: '0184-files-from-rooms',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  // A document's name as its signature pages have it. Null where it wasn't kept.
  `alter table packet_documents add column printed_name text`,
  // They were made at 72 dots per inch and forgave a changed digit. They are made again when somebody looks at the versions.
  `delete from document_comparisons`,
];

/** What signature pages call their document, and comparisons of versions that see every digit. */
export const printedNames: Migration = {
  name: '0172-printed-names',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  // A document's name on its signature pages. Null if it wasn't stored.
  `alter table packet_documents add column printed_name text`,
  // Old comparisons were made at 72 dots per inch and could miss a changed digit. They are repeated when somebody looks at
  // the versions.
  `delete from document_comparisons`,
];

/** The document's name on signature pages, and comparisons of versions that detect every digit. */
export const printedNames: Migration = {
  name: '0172-printed-names',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

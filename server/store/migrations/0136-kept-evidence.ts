import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create function refuse_change_of_ledger() returns trigger language plpgsql as $$
    begin
      raise exception 'Ledger entries are never changed.';
    end
  $$`,
  `create trigger ledger_entries_append_only before update on ledger_entries
    for each row execute function refuse_change_of_ledger()`,
  // An executed document keeps the version that it was created from, even after that version is deleted.
  `alter table collations drop constraint collations_document_fkey`,
  `alter table collations add constraint collations_document_fkey foreign key (document) references documents`,
];

/** The ledger can't be changed, and erasing a deleted version doesn't erase the executed document made from it. */
export const keptEvidence: Migration = {
  name: '0136-kept-evidence',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table transactions add column binder_format_structure jsonb not null default '{}'`,
  `update transactions set binder_format_structure = users.binder_format_structure
    from users where users.uuid = transactions.created_by and users.binder_format_structure <> '{}'`,
];

/** Each deal gets its own numbering. Existing deals take their creator's current one. */
export const numberingOfDeals: Migration = {
  name: '0075-numbering-of-deals',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

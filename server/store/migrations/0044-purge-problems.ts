import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table transactions
    add column purge_problem text,
    add column purge_problem_document uuid references documents,
    add column archive_key text`,
  `update transactions set archive_key = 'archives/' || uuid || '.zip' where archived_at is not null`,
];

/** Why a purge has stopped, and the location of each archive, because an approval may be withdrawn, and another one given. */
export const purgeProblems: Migration = {
  name: '0044-purge-problems',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

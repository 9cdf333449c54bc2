import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/**
 * The deal of a stored response: a person who can no longer see the deal must not learn about it through an old key.
 */
export const dealOfStoredAnswer: Migration = {
  name: '0002-deal-of-kept-answer',
  async up(db) {
    await sql.raw(`alter table idempotency_keys add column transaction uuid`).execute(db);
  },
};

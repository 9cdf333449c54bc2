import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** The deal of a stored response, so that a person who can no longer see the deal can't learn about it through an old key. */
export const dealOfStoredAnswer: Migration = {
  name: '0002-deal-of-kept-answer',
  async up(db) {
    await sql.raw(`alter table idempotency_keys add column transaction uuid`).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

/** Which deal a kept answer is about: who may not see the deal any more is not told of it by an old key either. */
export const dealOfStoredAnswer: Migration = {
  name: '0002-deal-of-kept-answer',
  async up(db) {
    await sql.raw(`alter table idempotency_keys add column transaction uuid`).execute(db);
  },
};

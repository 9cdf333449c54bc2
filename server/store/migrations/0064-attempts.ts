import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  // Unlogged, because it is written at each sign-in, and losing it loses only waits of a few minutes.
  `create unlogged table attempts (
    key text primary key,
    count integer not null,
    waits_until timestamptz(3) not null,
    last_at timestamptz(3) not null,
    free integer not null,
    first_ms integer not null,
    most_ms integer not null,
    forget_ms integer not null
  )`,
];

/** Counts the attempts that growing waits delay, for all processes together. */
export const attempts: Migration = {
  name: '0064-attempts',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

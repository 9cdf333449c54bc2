import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  // Unlogged, because each row is written every few seconds, and outlives its person's visit only by seconds.
  `create unlogged table deal_watchers (
    transaction uuid not null references transactions on delete cascade,
    user_uuid uuid not null references users on delete cascade,
    seen_at timestamptz(3) not null,
    primary key (transaction, user_uuid)
  )`,
  `create index deal_watchers_user on deal_watchers (user_uuid)`,
];

/** Who is looking at a deal's closing board, and when they last reported it. */
export const dealWatchers: Migration = {
  name: '0180-deal-watchers',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

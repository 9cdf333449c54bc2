import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `create table installation (
    only_one boolean primary key default true check (only_one),
    id uuid not null,
    feed_epoch text not null
  )`,
  `insert into installation (id, feed_epoch) values (gen_random_uuid(), '')`,
];

/** An id that the database and its file store share, and a part of every feed's epoch that changes with a restore. */
export const installation: Migration = {
  name: '0067-installation',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

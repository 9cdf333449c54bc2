import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKysely } from '../postgres/kysely.ts';
import { migrate } from '../postgres/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { endLease, holdFileLease, leaseFile, removeUnlessNeeded } from './file-leases.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = makeKysely<Tables>(database.address);
  await migrate(db, migrations);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('a lease of a dead process expires, and a late holder has to store the file again', async () => {
  const key = 'files/abandoned';
  const lease = await leaseFile(db, key);
  await db
    .updateTable('file_leases')
    .set({ expires_at: sql`now()` })
    .where('uuid', '=', lease.uuid)
    .execute();
  const removed: string[] = [];
  const outcome = await removeUnlessNeeded(
    db,
    key,
    async () => false,
    async () => void removed.push(key),
  );
  expect([outcome, removed]).toEqual(['removed', [key]]);
  expect(await db.transaction().execute((tx) => holdFileLease(tx, lease))).toBe(false);
  expect(await endLease(db, lease)).toBe(false);
});

test('a held lease does not expire before its transaction ends', async () => {
  const key = 'files/held';
  const lease = await leaseFile(db, key);
  await db
    .updateTable('file_leases')
    .set({ expires_at: sql`now()` })
    .where('uuid', '=', lease.uuid)
    .execute();
  const order: string[] = [];
  const { removal } = await db.transaction().execute(async (tx) => {
    expect(await holdFileLease(tx, lease)).toBe(true);
    const removal = removeUnlessNeeded(
      db,
      key,
      async () => order.push('looked for rows') === 0,
      async () => {},
    );
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(db);
        return rows.length;
      })
      .toBe(1);
    order.push('wrote the row');
    return { removal };
  });
  expect(await removal).toBe('removed');
  expect(order).toEqual(['wrote the row', 'looked for rows']);
});

test('a long removal renews its marker, and stops once the marker has expired', async () => {
  const key = 'files/many-pictures';
  const expireIn = (seconds: number) =>
    db
      .updateTable('file_leases')
      .set({ expires_at: sql`now() + make_interval(secs => ${seconds}::int)` })
      .where('key', '=', 'many-pictures')
      .execute();
  const outcome = await removeUnlessNeeded(
    db,
    key,
    async () => false,
    async (renew) => {
      await expireIn(30);
      await renew();
      const { left } = await db
        .selectFrom('file_leases')
        .select(sql<number>`extract(epoch from expires_at - now())::int`.as('left'))
        .where('key', '=', 'many-pictures')
        .executeTakeFirstOrThrow();
      expect(left).toBeGreaterThan(3500);
    },
  );
  expect(outcome).toBe('removed');
  const late = removeUnlessNeeded(
    db,
    key,
    async () => false,
    async (renew) => {
      await expireIn(0);
      await renew();
    },
  );
  await expect(late).rejects.toThrow('took too long');
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKysely } from '../postgres/kysely.ts';
import { migrate } from '../postgres/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { holdOffRemovals } from '../store/backup-lock.ts';
import { migrations } from '../store/migrations.ts';
import type { Tables } from '../store/tables.ts';
import { openBackupClient } from './backup-client.ts';
import { dumpDatabase } from './dump-database.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  db = makeKysely<Tables>(database.address);
  await migrate(db, migrations);
  folder = await mkdtemp(join(tmpdir(), 'counterpart-dump-'));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('a table that cannot be written fails the backup and releases its snapshot and lock', async () => {
  // More data than a connection's buffers hold.
  await sql`create table bulk as select repeat(md5(n::text), 20) as words from generate_series(1, 100000) as n`.execute(
    db,
  );
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'bulk.copy'), 'in the way');
  const client = await openBackupClient(database.address, 'dump-test');
  await holdOffRemovals(client, () => {});
  await expect(dumpDatabase(client, db, folder)).rejects.toThrow('EEXIST');
  // PostgreSQL ends the session when it notices that the connection is closed.
  const sessions = async () =>
    (await sql`select from pg_stat_activity where application_name = 'dump-test'`.execute(db)).rows.length;
  await expect.poll(sessions, { timeout: 30_000 }).toBe(0);
  await client.end();
});

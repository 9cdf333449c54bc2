import { sql, type Kysely } from 'kysely';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKysely } from '../postgres/kysely.ts';
import { migrate } from '../postgres/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { migrations } from '../store/migrations.ts';
import type { Tables } from '../store/tables.ts';
import { openBackupClient } from './backup-client.ts';
import { listTables } from './dump-database.ts';
import { emptySchema } from './load-database.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  db = makeKysely<Tables>(database.address);
  client = await openBackupClient(database.address, 'load-test');
  await migrate(db, migrations);
});
afterAll(async () => {
  await db.destroy();
  await client.end();
  await database.drop();
});

test('emptying the schema removes all of it or nothing', async () => {
  const before = await listTables(client);
  await sql`create schema pgboss`.execute(db);
  await sql`create schema watch`.execute(db);
  await sql`create function watch.refuse() returns event_trigger language plpgsql as $$
    begin raise exception 'cut off'; end $$`.execute(db);
  await sql`create event trigger refuse on ddl_command_start when tag in ('DROP SCHEMA')
    execute function watch.refuse()`.execute(db);
  await expect(emptySchema(client)).rejects.toThrow('cut off');
  expect(await listTables(client)).toEqual(before);
  await sql`drop event trigger refuse`.execute(db);
  await emptySchema(client);
  expect(await listTables(client)).toEqual([]);
});

test('emptying the schema removes functions without tables, so that the migrations run again', async () => {
  await emptySchema(client);
  await migrate(db, migrations);
  const tables = (await listTables(client)).map(({ name }) => `"${name}"`).join(', ');
  await client.query(`drop table ${tables} cascade`);
  await emptySchema(client);
  await migrate(db, migrations);
  expect((await listTables(client)).length).toBeGreaterThan(10);
});

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import { jobKinds } from '../queue/job-kinds.ts';
import { putBackJobs, savedJobSchema } from '../queue/saved-jobs.ts';
import { BackupError } from './backup-error.ts';
import { LEFT_OUT, listTables } from './dump-database.ts';
import { linesOf, parseJson, type Manifest } from './manifest.ts';

/** Tables that have rows in a new, unused installation. */
const OWN_ROWS = new Set([
  'migration',
  'installation',
  'upload_secret',
  'seal_certificates',
  'audit_head',
  'audit_log',
  'attempts',
  'features',
]);

/** @throws {BackupError} if the database is or was in use */
export async function assertUnused(client: Client): Promise<void> {
  await assertNoServer(client);
  const tables = await listTables(client);
  if (tables.length > 0 && !tables.some(({ name }) => name === 'migration'))
    throw new BackupError(
      'The database contains tables from another program. Restore into an empty database.',
    );
  for (const { name } of tables) {
    if (OWN_ROWS.has(name)) continue;
    const { rows } = await client.query(`select from ${escapeIdentifier(name)} limit 1`);
    if (rows.length > 0)
      throw new BackupError(
        `The database is in use: the table ${name} has rows. Restore into an empty database and an empty file store, such as a new DATA_DIR.`,
      );
  }
}

/** PostgreSQL lists a connection for a moment after its client has closed it, and for longer on a busy machine. */
const CLOSED_MS = 3000;

async function assertNoServer(client: Client): Promise<void> {
  const patience = Date.now() + CLOSED_MS;
  for (;;) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'counterpart%'`,
    );
    if (rows.length === 0) return;
    if (Date.now() > patience)
      throw new BackupError('A server is running on this database. Stop it before you restore a backup.');
    await wait(50);
  }
}

/**
 * Removes the tables and functions of an unused installation, whose schema may differ from the backup's: all of them
 * or none. After an interrupted restore there may be functions without tables. Functions of other roles are left
 * alone.
 */
export async function emptySchema(client: Client): Promise<void> {
  await client.query('begin');
  try {
    const tables = (await listTables(client)).map(({ name }) => escapeIdentifier(name));
    if (tables.length > 0) await client.query(`drop table ${tables.join(', ')} cascade`);
    const { rows } = await client.query<{ name: string }>(`
      select oid::regprocedure::text as name from pg_proc where pronamespace = current_schema()::regnamespace
        and prokind = 'f' and pg_has_role(proowner, 'usage')
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
    for (const { name } of rows) await client.query(`drop function ${name} cascade`);
    await client.query('drop schema if exists pgboss cascade');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Loads the rows of a backup into the schema of its version, in one transaction. Foreign keys are dropped and
 * recreated, which checks every row: the tables reference each other in cycles. Triggers are off during the load, so
 * rows of the audit log keep their hashes.
 */
export async function loadDatabase(
  client: Client,
  address: DatabaseAddress,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const jobs = [];
  for await (const line of linesOf(folder, 'jobs.jsonl')) jobs.push(savedJobSchema.parse(parseJson(line)));
  const tables = await listTables(client);
  assertSameTables(tables, manifest);
  const names = tables.map(({ name }) => escapeIdentifier(name));
  await client.query('begin');
  try {
    const keys = await client.query<{ table: string; name: string; definition: string }>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
    for (const { table, name } of keys.rows)
      await client.query(`alter table ${table} drop constraint ${name}`);
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    for (const { name, columns, rows, file } of manifest.tables) {
      const list = columns.map(escapeIdentifier).join(', ');
      const copy = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
      await pipeline(createReadStream(join(folder, file.path)), copy);
      if (copy.rowCount !== rows)
        throw new BackupError(
          `The table ${name} has ${copy.rowCount} rows in the backup instead of ${rows}.`,
        );
    }
    for (const { name, value } of manifest.sequences)
      if (value !== null)
        await client.query('select setval($1::regclass, $2::bigint)', [escapeIdentifier(name), value]);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    // Sessions and links that were ended after the backup must not come back.
    await client.query('delete from sign_ins');
    await client.query('delete from password_resets');
    // From here on, it is a new installation to its store, and every deal has a new history to the devices.
    await client.query(
      'update installation set id = gen_random_uuid(), feed_epoch = gen_random_uuid()::text',
    );
    // The operator has a day to check the result before rows that were deleted more than 30 days ago are erased. Older
    // schemas get it from migration 0161.
    if (manifest.tables.some(({ name, columns }) => name === 'installation' && columns.includes('erased_at')))
      await client.query('update installation set erased_at = now()');
    await putBackJobs(address, jobKinds, client, jobs);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** @throws {BackupError} if the backup lacks the tables and columns of its own schema */
function assertSameTables(tables: Awaited<ReturnType<typeof listTables>>, manifest: Manifest): void {
  const told = (list: { name: string; columns: readonly string[] }[]) =>
    list
      .filter(({ name }) => !LEFT_OUT.has(name))
      .map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`)
      .toSorted();
  const [there, backedUp] = [told(tables), told(manifest.tables)];
  const odd = [...there, ...backedUp].find((each) => there.includes(each) !== backedUp.includes(each));
  if (odd !== undefined)
    throw new BackupError(`The backup does not match the schema that it names. They differ in ${odd}.`);
}

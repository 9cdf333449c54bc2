import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql, type Kysely } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { neededObjects } from '../purge/needed-objects.ts';
import { listPendingJobs } from '../queue/saved-jobs.ts';
import type { Tables } from '../store/tables.ts';
import { writeHashed } from './hashed-file.ts';
import type { Manifest } from './manifest.ts';

/**
 * Tables whose rows are not backed up. `file_leases`: markers that keep processes from
 * deleting a file that another one is using. After a restore those processes are gone, and their markers would block uploads of the same
 * file for an hour.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(['file_leases', 'deal_watchers']);

/** During the backup, lists the objects that the rows name, one JSON line each. */
export const NEEDED = 'needed.jsonl.partial';

export type DatabaseDump = Omit<Manifest, 'product' | 'format' | 'objects'>;

/**
 * Writes all rows, and the list of objects that they name, as of one moment. The transaction ends before any object
 * is copied: a migration that waits for it would delay everyone behind it. If it fails, the client's connection is
 * closed.
 */
export async function dumpDatabase(
  client: Client,
  db: Kysely<Tables>,
  folder: string,
): Promise<DatabaseDump> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    const { rows: facts } = await client.query<{ snapshot: string; at: Date; version: string; id: string }>(`
      select pg_export_snapshot() as snapshot, now() as at, current_setting('server_version') as version,
        (select id from installation) as id`);
    const [fact] = facts;
    if (!fact) throw new Error('PostgreSQL exported no snapshot.');
    const migrations = await client.query<{ name: string }>('select name from migration order by name');
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client)) {
      if (LEFT_OUT.has(table.name)) continue;
      const columns = table.columns.map(escapeIdentifier).join(', ');
      const rows = client.query(copyTo(`copy ${escapeIdentifier(table.name)} (${columns}) to stdout`));
      // `writeHashed` reports errors. This one occurs when the connection is closed during a failed copy.
      rows.on('error', () => {});
      const file = await writeHashed(folder, join('database', `${table.name}.copy`), rows);
      tables.push({ ...table, rows: rows.rowCount, file });
    }
    const sequences = await client.query<{ name: string; value: string | null }>(`
      select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() order by sequencename`);
    const jobs = await listPendingJobs(client);
    const jobLines = Readable.from(
      jobs.map((job) => `${JSON.stringify(job)}\n`),
      { objectMode: false },
    );
    const jobFile = await writeHashed(folder, 'jobs.jsonl', jobLines);
    await writeHashed(folder, NEEDED, Readable.from(neededLines(db, fact.snapshot), { objectMode: false }));
    await client.query('commit');
    return {
      made_at: fact.at.toISOString(),
      postgres: fact.version,
      installation: fact.id,
      migrations: migrations.rows.map(({ name }) => name),
      tables,
      sequences: sequences.rows,
      jobs: { count: jobs.length, file: jobFile },
    };
  } catch (error) {
    // A rollback would wait forever behind a copy that nobody reads. `end` cuts the connection in the middle of a query, which
    // releases the snapshot and the lock.
    await client.end().catch(() => {});
    throw error;
  }
}

/** All tables of the schema with their columns, except generated ones. */
export async function listTables(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select pg_class.relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.relname order by pg_class.relname`);
  return rows;
}

/** The objects that the snapshot's rows name, from the same query that the nightly erasure uses. */
async function* neededLines(db: Kysely<Tables>, snapshot: string): AsyncGenerator<string> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx);
    for await (const object of neededObjects(tx)) yield `${JSON.stringify(object)}\n`;
  } finally {
    await tx.rollback().execute();
  }
}

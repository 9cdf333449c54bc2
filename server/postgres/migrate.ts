import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { buildIndex, dropIndex, type NewIndex } from './build-index.ts';
import { replaceForeignKey, type ForeignKey } from './foreign-key.ts';

/**
 * What a step can use: `db.schema`, and `sql` with `.execute(db)`. It has no table types, because those describe the current
 * schema, and a step belongs to its own time.
 */
export type MigrationStep = Pick<Transaction<unknown>, 'schema' | 'getExecutor'>;

/** One step of the schema, forward only. Its name is that of its file, such as `0001-first-slice`, and never changes once released. */
export type Migration =
  | {
      name: string;
      /** Runs in its own transaction. It builds indexes only on tables that it creates. */
      up(db: MigrationStep): Promise<void>;
    }
  | {
      name: string;
      /** Built outside of a transaction, so that large tables stay writable. An interrupted step is run again. */
      indexes: readonly NewIndex[];
      /** Indexes that the new ones replace. */
      dropped?: readonly string[];
    }
  | {
      name: string;
      /** Replaced one by one outside of a transaction, so that large tables stay writable. An interrupted step is run again. */
      foreignKeys: readonly ForeignKey[];
    };

/** The database's schema and this code do not match. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** How often a process checks whether another one has finished its migrations, milliseconds. */
const LOOK_MS = 50;

/** The advisory lock's number, the same in every version: an arbitrary number for "counterpart migrations". */
const migrationLock = 7_265_118;

/**
 * Brings the schema up to date, one process at a time (advisory lock).
 * @returns names of the migrations that ran now
 * @throws {MigrationError} if the database is newer than the code, or a step fails
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<string[]> {
  assertOrdered(migrations);
  return db.connection().execute(async (connection) => {
    // The lock belongs to the session, not to a transaction, because each step commits separately.
    await takeLock(connection);
    try {
      await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
        connection,
      );
      const rows = await sql<{ name: string }>`select name from migration`.execute(connection);
      const applied = new Set(rows.rows.map((row) => row.name));
      refuseNewerDatabase(applied, migrations);
      const pending = migrations.filter((migration) => !applied.has(migration.name));
      for (const migration of pending) await run(connection, migration);
      return pending.map((migration) => migration.name);
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection);
    }
  });
}

/** Polls, because one long statement would be a transaction that an index build waits for. */
async function takeLock<Tables>(connection: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${migrationLock}) as got
    `.execute(connection);
    if (rows[0]?.got) return;
    await wait(LOOK_MS);
  }
}

async function run<Tables>(connection: Kysely<Tables>, migration: Migration): Promise<void> {
  if (!('up' in migration)) return runOutsideTransaction(connection, migration);
  try {
    await connection.transaction().execute(async (tx) => {
      await migration.up(tx);
      await sql`insert into migration (name) values (${migration.name})`.execute(tx);
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(
      `The step ${migration.name} of the database failed and was rolled back: ${reason}`,
      {
        cause,
      },
    );
  }
}

async function runOutsideTransaction<Tables>(
  connection: Kysely<Tables>,
  migration: Exclude<Migration, { up: unknown }>,
): Promise<void> {
  const { name } = migration;
  try {
    if ('foreignKeys' in migration) {
      for (const key of migration.foreignKeys) await replaceForeignKey(connection, key);
    } else {
      for (const index of migration.indexes) await buildIndex(connection, index);
      for (const index of migration.dropped ?? []) await dropIndex(connection, index);
    }
    await sql`insert into migration (name) values (${name})`.execute(connection);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(
      `Database migration ${name} failed: ${reason}. Start the server again to continue with it.`,
      { cause },
    );
  }
}

function refuseNewerDatabase(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted();
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was last used by a newer version of Counterpart (it has the migration ${unknown.at(-1)}, which this version doesn’t know). Start that version, or restore an older backup.`,
    );
  }
}

function assertOrdered(migrations: readonly Migration[]): void {
  migrations.forEach((migration, index) => {
    const before = migrations[index - 1];
    if (before && before.name >= migration.name) {
      throw new MigrationError(
        `The database migrations ${before.name} and ${migration.name} are out of order.`,
      );
    }
  });
}

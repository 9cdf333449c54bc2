import { Client, DatabaseError as PostgresError, escapeIdentifier } from 'pg';
import type { Settings } from '../settings.ts';
import { DatabaseError } from './database-error.ts';
import { runEmbeddedCluster } from './embedded-cluster.ts';
import type { ClusterAddress } from './embedded-cluster.ts';

/** How to reach the database: the part of node-postgres's pool settings that pg, kysely and pg-boss all accept. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export type Database = {
  kind: 'embedded' | 'external';
  address: DatabaseAddress;
  /**
   * Stops the embedded PostgreSQL unless another process of Counterpart still uses it, and leaves an external one alone.
   * Close your pools first.
   */
  close(): Promise<void>;
};

const embeddedName = 'counterpart';

/**
 * Opens `DATABASE_URL`, or else the embedded PostgreSQL of the data folder: creates it, starts it, or adopts one that
 * outlived the process that started it. `say` is called with a line if files are not in the expected place.
 * @throws {DatabaseError}
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void = (line) => console.log(line),
): Promise<Database> {
  if (settings.databaseUrl !== null) {
    await checkConnection(settings.databaseUrl);
    return {
      kind: 'external',
      address: { connectionString: settings.databaseUrl },
      close: () => Promise.resolve(),
    };
  }
  const cluster = await runEmbeddedCluster(settings.dataDir, say);
  await ensureDatabase(cluster.address, embeddedName);
  return {
    kind: 'embedded',
    address: { ...cluster.address, database: embeddedName },
    close: () => cluster.stop(),
  };
}

/** Creates the database on the cluster unless it exists. */
async function ensureDatabase(address: ClusterAddress, name: string): Promise<void> {
  const client = new Client({ ...address, database: name });
  client.on('error', () => {});
  try {
    await client.connect();
    return;
  } catch (error) {
    const missing = error instanceof PostgresError && error.code === '3D000';
    if (!missing) throw error;
  } finally {
    await client.end().catch(() => {});
  }
  const maker = new Client({ ...address, database: 'postgres' });
  await maker.connect();
  try {
    await maker.query(`create database ${escapeIdentifier(name)}`);
  } catch (error) {
    // Two processes started at the same time, and the other one created it.
    const duplicate = error instanceof PostgresError && ['42P04', '23505'].includes(error.code ?? '');
    if (!duplicate) throw error;
  } finally {
    await maker.end();
  }
}

async function checkConnection(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const answer = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const version = answer.rows[0]?.version ?? 0;
    if (version < 150_000) {
      throw new DatabaseError(
        `The PostgreSQL at DATABASE_URL is version ${Math.floor(version / 10_000)}. Counterpart needs 15 or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new DatabaseError(`The database at DATABASE_URL can’t be opened: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

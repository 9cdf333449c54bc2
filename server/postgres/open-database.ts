import type { Settings } from '../settings.ts';

/** How to reach the database: the part of node-postgres's pool settings that pg, kysely and pg-boss all take. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export type Database = {
  kind: 'embedded' | 'external';
  address: DatabaseAddress;
  /**
   * Close your pools first. Stops the embedded PostgreSQL unless another process of Counterpart still uses it;
   * leaves an external one alone.
   */
  close(): Promise<void>;
};

/** The database cannot be reached or started. The message says why and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Opens `DATABASE_URL`, or else the embedded PostgreSQL of the data folder: creates it, starts it, or adopts one that
 * outlived the process that started it.
 * @throws {DatabaseError}
 */
export async function openDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  throw new DatabaseError(`not built yet ${settings.dataDir}`);
}

import type { Kysely } from 'kysely';

/** One step of the schema, forward only. Names sort in list order, such as `0001-first-slice`, and never change once released. */
export type Migration = {
  name: string;
  /** Runs in a transaction of its own. Schema steps know no table types, hence `unknown`. */
  up(db: Kysely<unknown>): Promise<void>;
};

/** The database's schema and this code do not fit together. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings the schema up to date, one process at a time (advisory lock).
 * @returns names of the migrations that ran now
 * @throws {MigrationError} when the database is newer than the code, or a step fails
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<string[]> {
  throw new MigrationError(`not built yet ${typeof db} ${migrations.length}`);
}

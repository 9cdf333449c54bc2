import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import type { DatabaseAddress } from './open-database.ts';

/**
 * A query builder over a pool of its own; `destroy()` ends the pool.
 * `bigint` and `count(*)` come back as numbers; one beyond 2^53 fails its query rather than lose digits.
 */
export function makeKysely<Tables>(
  address: DatabaseAddress,
  options: { maxConnections?: number } = {},
): Kysely<Tables> {
  // On this pool alone: pg-boss and others share the module's own parsers.
  const parsers = new TypeOverrides(types);
  parsers.setTypeParser(types.builtins.INT8, 'text', parseSafeInteger);
  const pool = new Pool({
    ...address,
    max: options.maxConnections ?? 10,
    application_name: 'counterpart',
    types: parsers,
  });
  // A connection that dies (database restart) must not end the process: the pool opens another. One that lies idle is
  // told of by the pool, one in the middle of a transaction by itself alone, and its next statement fails.
  pool.on('error', (error) => {
    if (!pool.ending) console.error(`A database connection was lost: ${error.message}`);
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The number ${text} in the database is too large to be read.`);
  }
  return value;
}

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseAddress } from './open-database.ts';

const INT8_OID = 20;

/**
 * A query builder over a pool of its own; `destroy()` ends the pool.
 * `bigint` and `count(*)` come back as numbers; one beyond 2^53 fails its query rather than lose digits.
 */
export function makeKysely<Tables>(
  address: DatabaseAddress,
  options: { maxConnections?: number } = {},
): Kysely<Tables> {
  const pool = new pg.Pool({
    ...address,
    max: options.maxConnections ?? 10,
    application_name: 'counterpart',
    types: { getTypeParser: parserFor },
  });
  // An idle connection that dies (database restart) must not end the process: the pool opens another.
  pool.on('error', (error) => console.error(`A database connection was lost: ${error.message}`));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

const parserFor: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID && format !== 'binary' ? parseSafeInteger : pg.types.getTypeParser(oid, format);

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The number ${text} in the database is too large to be read.`);
  return value;
}

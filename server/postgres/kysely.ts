import { Kysely, PostgresDialect, type TransactionBuilder } from 'kysely';
import { TypeOverrides, types } from 'pg';
import { ConnectionPool, REQUEST_LIMITS, type WaitLimits } from './connection-pool.ts';
import { trackTransactions } from './open-transaction.ts';
import type { DatabaseAddress } from './open-database.ts';

type Options = {
  /** Default 10. */
  maxConnections?: number;
  /** Default `REQUEST_LIMITS`. */
  limits?: WaitLimits;
  /** Names the connections in `pg_stat_activity`. */
  name?: string;
};

/**
 * A query builder with its own pool; `destroy()` ends the pool. `bigint` and `count(*)` are returned as numbers; a number
 * beyond 2^53 fails its query instead of losing digits.
 */
export function makeKysely<Tables>(
  address: DatabaseAddress,
  { maxConnections = 10, limits = REQUEST_LIMITS, name = 'counterpart' }: Options = {},
): Kysely<Tables> {
  // Only for this pool, because pg-boss and others share the module's own parsers.
  const parsers = new TypeOverrides(types);
  parsers.setTypeParser(types.builtins.INT8, 'text', parseSafeInteger);
  const pool = new ConnectionPool(
    { ...address, max: maxConnections, application_name: name, types: parsers },
    limits,
  );
  return new Database<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Code inside its transactions can detect that it is in one. */
class Database<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return trackTransactions(super.transaction());
  }
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The number ${text} in the database is too large to read.`);
  }
  return value;
}

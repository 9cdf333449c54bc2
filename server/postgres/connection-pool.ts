import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError as PostgresError, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { log } from '../log.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { StatementNames } from './statement-names.ts';

/** The limits of each wait for the database, in milliseconds; 0 = none. */
export type WaitLimits = {
  /** For a free connection, or for a new one to be ready. */
  acquire: number;
  /** For one statement, counted by PostgreSQL. */
  statement: number;
  /** For one statement, measured here, because PostgreSQL may not be able to. */
  answer: number;
  /** For a row or advisory lock. */
  lock: number;
  /** For the next statement of an open transaction. */
  idleInTransaction: number;
};

/** While somebody waits for a response. */
export const REQUEST_LIMITS: WaitLimits = {
  acquire: 5000,
  statement: 10_000,
  answer: 12_000,
  lock: 8000,
  idleInTransaction: 30_000,
};

/** For reports and sweeps, which read or delete a lot. */
export const BACKGROUND_LIMITS: WaitLimits = {
  acquire: 30_000,
  statement: 10 * 60_000,
  answer: 11 * 60_000,
  lock: 60_000,
  idleInTransaction: 5 * 60_000,
};

/** For migrations: an index on a large table takes its time, and another process may be building it. */
export const NO_LIMITS: WaitLimits = {
  acquire: 30_000,
  statement: 0,
  answer: 0,
  lock: 0,
  idleInTransaction: 0,
};

/** PostgreSQL's error if a migration has changed the columns that a prepared statement returns. */
const CACHED_PLAN_IS_STALE = '0A000';

/** The open pools of this process, for the metrics. */
const openPools = new Set<Pool>();

/** Returns the numbers of used, idle and awaited connections of each pool, by the pool's connection name. */
export function poolCounts(): { pool: string; inUse: number; idle: number; waiting: number }[] {
  return [...openPools].map((pool) => ({
    pool: pool.options.application_name ?? 'other',
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
}

/**
 * The node-postgres pool that kysely uses, with a limit on every wait and with prepared statements. A failure because
 * the database is unreachable or too slow is a `DatabaseUnavailable`; PostgreSQL's own errors are unchanged.
 */
export class ConnectionPool implements PostgresPool {
  readonly options: object;
  readonly #pool: Pool;
  readonly #limits: WaitLimits;
  readonly #names = new StatementNames();
  readonly #connections = new WeakMap<PoolClient, Connection>();

  constructor(config: PoolConfig, limits: WaitLimits) {
    this.#limits = limits;
    this.#pool = new Pool({
      ...config,
      connectionTimeoutMillis: limits.acquire,
      keepAlive: true,
      // Connections are replaced from time to time, which frees the prepared statements whose names are no longer used.
      maxLifetimeSeconds: 3600,
    });
    this.options = this.#pool.options;
    openPools.add(this.#pool);
    // A connection that dies (database restart) must not end the process: the pool opens another. The pool reports one that
    // dies while idle; one that dies in the middle of a transaction makes its next statement fail.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#pool.on('error', (error) => {
      if (!this.#pool.ending) log.warn({ err: error }, 'a database connection was lost');
    });
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#acquire();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new Connection(client, this.#limits, this.#names);
    this.#connections.set(client, connection);
    try {
      await connection.query(sessionSettings(this.#limits), []);
    } catch (error) {
      connection.release(true);
      throw error;
    }
    return connection;
  }

  end(): Promise<void> {
    openPools.delete(this.#pool);
    return this.#pool.end();
  }

  async #acquire(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw error instanceof PostgresError ? error : new DatabaseUnavailable('No connection', error);
    }
  }
}

/** The result of a statement whose row type the caller knows. */
type Asked<R> = {
  query(statement: QueryConfig): Promise<{ command: string; rowCount: number | null; rows: R[] }>;
};

class Connection implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #answerMs: number;
  readonly #names: StatementNames;
  /** Whether the connection is lost, so that no more statements can be sent. */
  #lost = false;

  constructor(client: PoolClient, limits: WaitLimits, names: StatementNames) {
    this.#client = client;
    this.#answerMs = limits.answer;
    this.#names = names;
    client.on('error', () => {
      this.#lost = true;
    });
    client.once('end', () => {
      this.#lost = true;
    });
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string')
      throw new TypeError('Cursors aren’t supported, because their rows have no limit.');
    return this.#run<R>(statement, parameters);
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#lost);
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const client: Asked<R> = this.#client;
    const name = this.#names.nameOf(text, parameters.length);
    const timer = this.#answerMs > 0 ? setTimeout(() => this.#giveUp(), this.#answerMs) : undefined;
    try {
      const result = await client.query({ text, values: [...parameters], ...(name && { name }) });
      return { command: commandOf(result.command), rowCount: result.rowCount ?? 0, rows: result.rows };
    } catch (error) {
      if (error instanceof PostgresError && error.code === CACHED_PLAN_IS_STALE) this.#names.renew();
      if (this.#lost && !(error instanceof PostgresError))
        throw new DatabaseUnavailable('The connection was lost', error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Cuts the connection, because a late response would be taken for that of the next statement. */
  #giveUp(): void {
    this.#lost = true;
    void this.#client.end();
  }
}

/** Returns the session's settings as statements, because connection poolers refuse startup parameters. */
function sessionSettings({ statement, lock, idleInTransaction }: WaitLimits): string {
  return [
    // The cost for a solid-state disk with a database that mostly fits into memory. With it, PostgreSQL looks up a few rows
    // instead of reading a whole table.
    'set random_page_cost = 1.1',
    `set statement_timeout = ${statement}`,
    `set lock_timeout = ${lock}`,
    `set idle_in_transaction_session_timeout = ${idleInTransaction}`,
  ].join('; ');
}

/** kysely only issues these commands. */
function commandOf(command: string): PostgresQueryResult<unknown>['command'] {
  switch (command) {
    case 'INSERT':
    case 'UPDATE':
    case 'DELETE':
    case 'MERGE':
    case 'COMMIT':
    case 'ROLLBACK':
      return command;
    default:
      return 'SELECT';
  }
}

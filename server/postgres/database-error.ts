/** The database cannot be reached or started. The message says why and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * No connection or no response within the time limit of a wait for the database. The outcome of a pending commit is
 * unknown.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
  }
}

/** The database cannot be reached or started. The message says why and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** No connection, or no answer, within the time that a wait for the database may last. Nothing is known of a commit under way. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
  }
}

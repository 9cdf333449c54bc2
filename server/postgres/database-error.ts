/** The database cannot be reached or started. The message says why and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

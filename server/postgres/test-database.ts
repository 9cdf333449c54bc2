import type { DatabaseAddress } from './open-database.ts';

export type TestDatabase = {
  address: DatabaseAddress;
  /** Close your pools first; drops the database. */
  drop(): Promise<void>;
};

/**
 * A fresh, empty database for one test file: on `TEST_DATABASE_URL` when set, else in one embedded cluster that the
 * test run shares and that is stopped when the last user lets go.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  throw new Error('not built yet');
}

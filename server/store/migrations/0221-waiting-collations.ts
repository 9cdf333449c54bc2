import type { Migration } from '../../postgres/migrate.ts';

/** Finds the executed documents that still wait for a release, which is asked every 30 seconds. */
export const waitingCollations: Migration = {
  name: '0221-waiting-collations',
  indexes: [{ name: 'collations_waiting', on: 'collations (item) where requested_at is null' }],
};

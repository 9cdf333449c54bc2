import type { Migration } from '../../postgres/migrate.ts';

/** An index for finding the executed documents that still wait for a release, which happens every 30 seconds. */
export const waitingCollations: Migration = {
  name: '0221-waiting-collations',
  indexes: [{ name: 'collations_waiting', on: 'collations (item) where requested_at is null' }],
};

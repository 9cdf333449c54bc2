import type { Migration } from '../../postgres/migrate.ts';

/** Finds what signatories of a transaction did in the last minutes, which is asked with each page that is signed. */
export const recentSigningEvents: Migration = {
  name: '0176-recent-signing-events',
  indexes: [{ name: 'signing_events_recent', on: 'signing_events (transaction, at)' }],
  dropped: ['signing_events_transaction'],
};

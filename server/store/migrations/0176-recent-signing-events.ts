import type { Migration } from '../../postgres/migrate.ts';

/** An index for finding what signatories of a transaction did in the last minutes, which happens whenever a page is signed. */
export const recentSigningEvents: Migration = {
  name: '0176-recent-signing-events',
  indexes: [{ name: 'signing_events_recent', on: 'signing_events (transaction, at)' }],
  dropped: ['signing_events_transaction'],
};

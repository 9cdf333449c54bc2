import type { Migration } from '../../postgres/migrate.ts';

/** An index for finding the packets that are sent automatically, which happens every 30 seconds. */
export const waitingPackets: Migration = {
  name: '0167-waiting-packets',
  indexes: [{ name: 'packets_queued', on: 'packets (transaction) where queued is not null' }],
};

import type { Migration } from '../../postgres/migrate.ts';

/** Finds the packets that go out by themselves, which are looked at every 30 seconds. */
export const waitingPackets: Migration = {
  name: '0167-waiting-packets',
  indexes: [{ name: 'packets_queued', on: 'packets (transaction) where queued is not null' }],
};

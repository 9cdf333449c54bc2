import type { Migration } from '../../postgres/migrate.ts';

/** Finds the packets whose signed pages are missing, which is asked every 30 seconds: an index of those that are being signed. */
export const unsealedPackets: Migration = {
  name: '0166-unsealed-packets',
  indexes: [
    {
      name: 'packets_unsealed',
      on: 'packets (completed_at) where signed_file_key is null and adopted is not null',
    },
  ],
};

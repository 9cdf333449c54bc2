import type { Migration } from '../../postgres/migrate.ts';

/**
 * An index of the packets that are being signed, for finding those whose signed pages are missing, which happens every 30
 * seconds.
 */
export const unsealedPackets: Migration = {
  name: '0166-unsealed-packets',
  indexes: [
    {
      name: 'packets_unsealed',
      on: 'packets (completed_at) where signed_file_key is null and adopted is not null',
    },
  ],
};

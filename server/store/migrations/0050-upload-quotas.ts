import type { Migration } from '../../postgres/migrate.ts';

/** The number of files that an organization uploads per day is counted with each upload. */
export const uploadQuotas: Migration = {
  name: '0050-upload-quotas',
  indexes: [{ name: 'documents_created_at', on: 'documents (created_at)' }],
};

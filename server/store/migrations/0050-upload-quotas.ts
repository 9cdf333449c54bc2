import type { Migration } from '../../postgres/migrate.ts';

/** Each upload counts an organization's uploads of the day. */
export const uploadQuotas: Migration = {
  name: '0050-upload-quotas',
  indexes: [{ name: 'documents_created_at', on: 'documents (created_at)' }],
};

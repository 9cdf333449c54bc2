import type { Migration } from '../../postgres/migrate.ts';

/** Rows that were deleted more than 30 days ago are looked up every night, among all other rows. */
export const indexesOfDeletedRows: Migration = {
  name: '0058-indexes-of-deleted-rows',
  indexes: [
    { name: 'transactions_deleted', on: 'transactions (deleted_at) where deleted_at is not null' },
    { name: 'documents_deleted', on: 'documents (deleted_at) where deleted_at is not null' },
    { name: 'elements_deleted', on: 'elements (deleted_at) where deleted_at is not null' },
    { name: 'items_deleted', on: 'items (deleted_at) where deleted_at is not null' },
    { name: 'tasks_deleted', on: 'tasks (deleted_at) where deleted_at is not null' },
    { name: 'notes_deleted', on: 'notes (deleted_at) where deleted_at is not null' },
    { name: 'custom_keys_deleted', on: 'custom_keys (deleted_at) where deleted_at is not null' },
  ],
};

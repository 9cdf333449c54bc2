import type { Migration } from '../../postgres/migrate.ts';

/**
 * Adds an index for each lookup that had none. The indexes of a deal's rows also cover deleted rows, which are looked up when
 * a deal is erased, and so replace the indexes of live rows.
 */
export const lookupIndexes: Migration = {
  name: '0056-lookup-indexes',
  indexes: [
    { name: 'documents_deal', on: 'documents (transaction)' },
    { name: 'items_deal', on: 'items (transaction)' },
    { name: 'elements_deal', on: 'elements (transaction)' },
    { name: 'tasks_deal', on: 'tasks (transaction)' },
    { name: 'notes_deal', on: 'notes (transaction)' },
    { name: 'custom_keys_deal', on: 'custom_keys (transaction)' },
    {
      name: 'documents_failed',
      on: `documents (transaction) where conversion_status = 'error' and deleted_at is null`,
    },
    { name: 'items_document', on: 'items (document)' },
    { name: 'items_pending_version', on: 'items (pending_version_document)' },
    { name: 'items_pending_conversion', on: 'items (pending_conversion_document)' },
    { name: 'elements_parent', on: 'elements (parent_element)' },
    { name: 'notes_element', on: 'notes (element)' },
    { name: 'transactions_listed', on: 'transactions (organization, created_at desc, uuid)' },
    { name: 'transactions_purge_problem', on: 'transactions (purge_problem_document)' },
    { name: 'features_deal', on: 'features (transaction)' },
    { name: 'notifications_deal', on: 'notifications (transaction)' },
    { name: 'notifications_document', on: 'notifications (document)' },
    { name: 'sessions_user', on: 'sessions (user_uuid)' },
    { name: 'login_addresses_last_at', on: 'login_addresses (last_at)' },
    { name: 'mails_user', on: 'mails (user_uuid)' },
    { name: 'mails_expires_at', on: 'mails (expires_at) where html is not null' },
    { name: 'password_resets_expires_at', on: 'password_resets (expires_at)' },
    { name: 'access_log_deal', on: 'access_log (transaction, user_uuid)' },
    { name: 'access_log_user', on: 'access_log (user_uuid)' },
    { name: 'reports_organization', on: 'reports (organization)' },
    { name: 'reports_expires_at', on: 'reports (expires_at)' },
    { name: 'invitations_firm', on: 'invitations (organization)' },
    { name: 'invitations_expires_at', on: 'invitations (expires_at)' },
    { name: 'user_events_user', on: 'user_events (user_uuid)' },
  ],
  dropped: [
    'documents_transaction',
    'items_transaction',
    'elements_transaction',
    'tasks_transaction',
    'notes_transaction',
    'transactions_organization',
    'invitations_organization',
  ],
};

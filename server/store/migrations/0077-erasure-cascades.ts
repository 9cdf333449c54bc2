import type { Migration } from '../../postgres/migrate.ts';

/**
 * Erasing a deal, or a firm without deals, also erases every row that belongs to it. Marking a row as deleted does
 * not.
 */
export const erasureCascades: Migration = {
  name: '0077-erasure-cascades',
  foreignKeys: [
    ...[
      'change_log',
      'custom_keys',
      'documents',
      'elements',
      'features',
      'invitations',
      'items',
      'notes',
      'participants',
      'tasks',
    ].map((table) => ({
      table,
      column: 'transaction',
      references: 'transactions',
      onDelete: 'cascade' as const,
    })),
    // The access log keeps its lines, without the deal.
    { table: 'access_log', column: 'transaction', references: 'transactions', onDelete: 'set null' },
    { table: 'document_pages', column: 'document', references: 'documents', onDelete: 'cascade' },
    // An item or a deal that named an erased document no longer does.
    { table: 'items', column: 'document', references: 'documents', onDelete: 'set null' },
    { table: 'items', column: 'pending_version_document', references: 'documents', onDelete: 'set null' },
    { table: 'items', column: 'pending_conversion_document', references: 'documents', onDelete: 'set null' },
    {
      table: 'transactions',
      column: 'purge_problem_document',
      references: 'documents',
      onDelete: 'set null',
    },
    ...['access_log', 'invitations', 'mails', 'reports', 'users'].map((table) => ({
      table,
      column: 'organization',
      references: 'organizations',
      onDelete: 'cascade' as const,
    })),
    ...[
      'access_log',
      'idempotency_keys',
      'login_addresses',
      'mails',
      'notifications',
      'password_resets',
      'reports',
      'sessions',
      'sign_ins',
      'user_events',
    ].map((table) => ({ table, column: 'user_uuid', references: 'users', onDelete: 'cascade' as const })),
  ],
};

import type { Migration } from '../../postgres/migrate.ts';

/**
 * A deleted representative that an assignment or a membership still names isn't erased, and neither are the signatories that
 * it connects. Erasing it would change the capacity to the entity's first one.
 */
export const namedRepresentatives: Migration = {
  name: '0087-named-representatives',
  foreignKeys: [
    ...['assignments', 'signing_group_members'].map((table) => ({
      table,
      column: 'auth_rep',
      references: 'representatives',
      onDelete: 'no action' as const,
    })),
    ...['entity', 'signatory'].map((column) => ({
      table: 'representatives',
      column,
      references: 'signatories',
      onDelete: 'no action' as const,
    })),
  ],
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statements = [
  `alter table transactions
    add column num_documents integer not null default 0,
    add column num_failed_documents integer not null default 0`,
  `update transactions set
    num_documents = (
      select count(*) from items where items.transaction = transactions.uuid and items.deleted_at is null
    ),
    num_failed_documents = (
      select count(*) from documents
      where documents.transaction = transactions.uuid and documents.deleted_at is null
        and documents.conversion_status = 'error'
    )`,
  // The deal list is read page by page in this order.
  `create index transactions_created_at on transactions (created_at, uuid)`,
];

/** What the deal list shows about a deal's content, stored instead of counted for each list. */
export const dealCounts: Migration = {
  name: '0055-deal-counts',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../../postgres/migrate.ts';

const statement = `update transactions set num_failed_documents = (
    select count(*) from documents left join items on items.uuid = documents.item_id
    where documents.transaction = transactions.uuid and documents.deleted_at is null
      and documents.conversion_status = 'error'
      and (
        documents.item_id is null
        or items.deleted_at is null and documents.uuid in (
          items.document, items.pending_version_document, items.pending_conversion_document
        )
      )
  )
  where num_failed_documents > 0`;

/** Failed versions that a newer one has replaced are no longer counted. */
export const unresolvedFailures: Migration = {
  name: '0076-unresolved-failures',
  async up(db) {
    await sql.raw(statement).execute(db);
  },
};

import { sql, type RawBuilder } from 'kysely';
import type { ChangeCollection } from '../tables.ts';

/** What the list of deals says of a deal's content. It is stored with the deal, so that nobody counts for a list. */
export type DealCounts = { num_documents: number; num_failed_documents: number };

const COUNTED: ReadonlySet<ChangeCollection> = new Set(['items', 'documents']);

/** Whether a change of this collection may change a deal's counts. */
export function isCounted(collection: ChangeCollection): boolean {
  return COUNTED.has(collection);
}

/**
 * A deal's counts, to be stored in the transaction that changes what they are of (DealWrite.close does it). `deal`: its
 * id, or the column that has it.
 */
export function countsOf(deal: RawBuilder<string>): {
  [Count in keyof DealCounts]: RawBuilder<DealCounts[Count]>;
} {
  return {
    // What the deal is about: the instruments on its checklist, whether they have a file yet or not.
    num_documents: sql<number>`(
      select count(*) from items where items.transaction = ${deal} and items.deleted_at is null
    )`,
    // As isUnresolvedFailure has it: a failed version that a newer one has replaced is not counted.
    num_failed_documents: sql<number>`(
      select count(*) from documents left join items on items.uuid = documents.item_id
      where documents.transaction = ${deal} and documents.deleted_at is null
        and documents.conversion_status = 'error'
        and (
          documents.item_id is null
          or items.deleted_at is null and documents.uuid in (
            items.document, items.pending_version_document, items.pending_conversion_document
          )
        )
    )`,
  };
}

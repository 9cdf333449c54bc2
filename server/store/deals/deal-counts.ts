import { sql, type RawBuilder } from 'kysely';
import {
  ASSIGNMENT_STATUSES,
  countsAsSignature,
  isExecuted,
  wentOut,
  type AssignmentStatus,
} from '../../../src/contract/rules/signing/assignment-status.ts';
import type { ChangeCollection } from '../tables.ts';

/** What the list of deals says of a deal's content. It is stored with the deal, so that nobody counts for a list. */
export type DealCounts = {
  num_documents: number;
  num_failed_documents: number;
  /** Signatures on pages that went out, signed or not. */
  num_signatures: number;
  /** All signatures that are asked for. */
  total_signatures: number;
  num_executed_signatures: number;
  num_esignings_waiting_to_be_accepted: number;
};

const COUNTED: ReadonlySet<ChangeCollection> = new Set(['items', 'documents', 'assignments']);

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
    num_signatures: signatures(deal, wentOut),
    total_signatures: signatures(deal, countsAsSignature),
    num_executed_signatures: signatures(deal, isExecuted),
    num_esignings_waiting_to_be_accepted: signatures(
      deal,
      (status) => status === 'signed_pending_acceptance',
    ),
  };
}

/** The number of a deal's assignments with these statuses. */
function signatures(
  deal: RawBuilder<string>,
  has: (status: AssignmentStatus) => boolean,
): RawBuilder<number> {
  return sql<number>`(
    select count(*) from assignments where assignments.transaction = ${deal} and assignments.deleted_at is null
      and assignments.status in (${sql.join(ASSIGNMENT_STATUSES.filter(has))})
  )`;
}

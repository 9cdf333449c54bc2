import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import {
  ASSIGNMENT_STATUSES,
  countsAsSignature,
  isExecuted,
  wentOut,
  type AssignmentStatus,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import type { ChangeCollection } from '../tables.ts';

/** What the deal list shows about a deal's content. It is stored with the deal, so that no list has to count. */
export type DealCounts = {
  num_documents: number;
  num_failed_documents: number;
  /** Signatures on pages that were sent, signed or not. */
  num_signatures: number;
  /** All required signatures. */
  total_signatures: number;
  num_executed_signatures: number;
  num_esignings_waiting_to_be_accepted: number;
};

const COUNTED: ReadonlySet<ChangeCollection> = new Set(['items', 'documents', 'assignments']);

/** Returns whether a change of this collection can change a deal's counts. */
export function isCounted(collection: ChangeCollection): boolean {
  return COUNTED.has(collection);
}

type SignatureCounts = Pick<
  DealCounts,
  'num_signatures' | 'total_signatures' | 'num_executed_signatures' | 'num_esignings_waiting_to_be_accepted'
>;
type DocumentCounts = Omit<DealCounts, keyof SignatureCounts>;

/**
 * Counts the documents of a deal (its id, or an expression for it). Store the counts in the transaction that changes the
 * counted rows (`DealWrite.close` does it).
 */
export function documentCounts(deal: string | RawBuilder<unknown>): {
  [Count in keyof DocumentCounts]: RawBuilder<number>;
} {
  return {
    // The counted rows: the documents on its checklist, with or without a file.
    num_documents: sql<number>`(
      select count(*) from items where items.transaction = ${deal} and items.deleted_at is null
    )`,
    // Like isUnresolvedFailure, which doesn't count a failed version that a newer one has replaced.
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

/** Counts a deal's signatures in a single pass, as one row of a table, because a large deal has thousands. */
export function signatureCounts<Name extends string>(
  deal: string,
  name: Name,
): AliasedRawBuilder<SignatureCounts, Name> {
  const having = (has: (status: AssignmentStatus) => boolean) =>
    sql`count(*) filter (where status in (${sql.join(ASSIGNMENT_STATUSES.filter(has))}))`;
  return sql<SignatureCounts>`(
    select ${having(wentOut)} as num_signatures,
      ${having(countsAsSignature)} as total_signatures,
      ${having(isExecuted)} as num_executed_signatures,
      ${having((status) => status === 'signed_pending_acceptance')} as num_esignings_waiting_to_be_accepted
    from assignments where transaction = ${deal} and deleted_at is null
  )`.as(name);
}

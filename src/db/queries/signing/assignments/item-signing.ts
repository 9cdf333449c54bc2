import {
  itemSigningStatus,
  type ItemSigningStatus,
} from '../../../../contract/rules/signing/assignments/item-signing-status.ts';
import type { AssignmentStatus } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow, ItemRow } from '../../../rows.ts';
import type { DealRows } from '../../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';
import { pagesByItem } from './matrix-rows.ts';

const TABLES = ['signaturePages', 'assignments'] as const;
type SigningRows = DealRows<(typeof TABLES)[number]>;

/** The signature pages of a document, and the statuses of their signatures. */
export interface ItemSignatures {
  pages: number;
  assignments: readonly AssignmentStatus[];
}

/**
 * The signatures of a deal's documents, by item. Unchanged ones keep their identity. A document without pages is left
 * out.
 */
export type DealSignatures = ReadonlyMap<string, ItemSignatures>;

/** The signatures of all documents of a deal, kept in memory while a screen shows them. */
export function itemSignaturesView(db: MirrorDatabase, transaction: string): RowsView<DealSignatures> {
  return rowsView(db, transaction, {
    tables: TABLES,
    compose: (rows, before) =>
      before && isSame(before.rows, rows) ? before.shown : signaturesOf(rows, before?.shown ?? new Map()),
  });
}

/** Returns the signing status of a document. */
export function signingStatusOf(
  { fullyExecuted, forSigning, collation }: Pick<ItemRow, 'fullyExecuted' | 'forSigning' | 'collation'>,
  signatures: ItemSignatures | undefined,
): ItemSigningStatus {
  return itemSigningStatus({
    isFullyExecuted: fullyExecuted,
    isForSigning: forSigning,
    pages: signatures?.pages ?? 0,
    collation,
    assignments: signatures?.assignments ?? [],
  });
}

function isSame(one: SigningRows, other: SigningRows): boolean {
  return TABLES.every((table) => one[table] === other[table]);
}

function signaturesOf(rows: SigningRows, before: DealSignatures): DealSignatures {
  const assignments = Map.groupBy(rows.assignments.values(), ({ item }) => item);
  return new Map(
    Array.from(pagesByItem(rows.signaturePages.values()), ([item, { length: pages }]) => {
      const statuses = statusesOf(assignments.get(item) ?? []);
      const last = before.get(item);
      const isKnown = last?.pages === pages && last.assignments.join(' ') === statuses.join(' ');
      return [item, last && isKnown ? last : { pages, assignments: statuses }];
    }),
  );
}

/** Each status once: the signing status of a document depends only on which ones exist. */
function statusesOf(assignments: readonly CollectionRow<'assignments'>[]): AssignmentStatus[] {
  return [...new Set(assignments.map(({ status }) => status))].toSorted();
}

import {
  itemSigningStatus,
  type ItemSigningStatus,
} from '../../../../contract/rules/signing/assignments/item-signing-status.ts';
import type { AssignmentStatus } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow, ItemRow } from '../../../rows.ts';
import { equal } from '../../../equal.ts';
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

/** The same, plus those on marked pages of its file, which also count for other documents that are signed there. */
interface FiledSignatures extends ItemSignatures {
  marked: ItemSignatures | null;
}

/**
 * The signatures of a deal's documents, by item. Unchanged ones keep their identity. A document without pages is left
 * out.
 */
export type DealSignatures = ReadonlyMap<string, FiledSignatures>;

/** The signatures of all documents of a deal, kept in memory while a screen shows them. */
export function itemSignaturesView(db: MirrorDatabase, transaction: string): RowsView<DealSignatures> {
  return rowsView(db, transaction, {
    tables: TABLES,
    compose: (rows, before) =>
      before && isSame(before.rows, rows) ? before.shown : signaturesOf(rows, before?.shown ?? new Map()),
  });
}

/**
 * Returns the signatures of a document: those on its own pages and, if its signature pages are in another document's file,
 * those on the marked pages there. Undefined = it has none.
 */
export function signaturesOfItem(
  signatures: DealSignatures,
  item: Pick<ItemRow, 'uuid' | 'pagesEmbeddedIn'> | null | undefined,
): ItemSignatures | undefined {
  if (!item) return undefined;
  const own = signatures.get(item.uuid);
  const marked = signatures.get(item.pagesEmbeddedIn ?? '')?.marked;
  if (!marked || !own) return own ?? marked ?? undefined;
  return {
    pages: own.pages + marked.pages,
    assignments: [...own.assignments, ...marked.assignments],
  };
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

/** Returns the signatures of a deal’s documents, reusing those of `before` that are the same. */
export function signaturesOf(rows: SigningRows, before: DealSignatures): DealSignatures {
  const assignments = Map.groupBy(rows.assignments.values(), ({ item }) => item);
  return new Map(
    Array.from(pagesByItem(rows.signaturePages.values()), ([item, pages]) => {
      const own = assignments.get(item) ?? [];
      const now = { ...signaturesOn(pages, own), marked: markedOf(pages, own) };
      const last = before.get(item);
      return [item, last && equal(last, now) ? last : now];
    }),
  );
}

type PageRow = CollectionRow<'signaturePages'>;
type AssignmentRow = CollectionRow<'assignments'>;

function markedOf(pages: readonly PageRow[], assignments: readonly AssignmentRow[]): ItemSignatures | null {
  const marked = pages.filter(({ source }) => source === 'file');
  if (marked.length === 0) return null;
  const uuids = new Set(marked.map(({ uuid }) => uuid));
  return signaturesOn(
    marked,
    assignments.filter(({ itemPageUuid }) => uuids.has(itemPageUuid)),
  );
}

/** Each status only once, because the signing status of a document depends only on which ones occur. */
function signaturesOn(pages: readonly PageRow[], assignments: readonly AssignmentRow[]): ItemSignatures {
  const statuses = new Set(assignments.map(({ status }) => status));
  return { pages: pages.length, assignments: [...statuses].toSorted() };
}

import { withAssigned, type PageOfDocument } from '../../../contract/rules/signing/page-for-signature.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow } from '../../rows.ts';
import type { DealRows } from '../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../views/rows-view.ts';

/** The tables of the signature matrix, besides those of the checklist. */
const TABLES = [
  'signatories',
  'representatives',
  'signingGroups',
  'signingGroupMembers',
  'signaturePages',
  'assignments',
  'dynamicAssignments',
] as const;

type Tables = DealRows<(typeof TABLES)[number]>;
type PageRow = CollectionRow<'signaturePages'>;
type AssignmentRow = CollectionRow<'assignments'>;

/** A deal's signing rows. Never changed in place. */
export interface MatrixRows extends Tables {
  /** The assignments of each item. The array stays the same until one of them changes. */
  byItem: ReadonlyMap<string, readonly AssignmentRow[]>;
  /** The signature pages of each item, in order. */
  pagesOf: ReadonlyMap<string, readonly PageRow[]>;
}

/**
 * A deal's signing rows, kept in memory while a screen shows them. A toggle is painted in the next frame, however
 * slow the disk is.
 */
export function matrixView(db: MirrorDatabase, transaction: string): RowsView<MatrixRows> {
  return rowsView(db, transaction, { tables: TABLES, compose: matrixOf });
}

function matrixOf(rows: Tables, before: { rows: Tables; shown: MatrixRows } | null): MatrixRows {
  const last = before?.rows;
  return {
    ...rows,
    byItem:
      before && last?.assignments === rows.assignments
        ? before.shown.byItem
        : byItem(rows.assignments, before?.shown.byItem ?? new Map()),
    pagesOf:
      before && last?.signaturePages === rows.signaturePages
        ? before.shown.pagesOf
        : pagesByItem(rows.signaturePages.values()),
  };
}

function byItem(assignments: Tables['assignments'], before: MatrixRows['byItem']): MatrixRows['byItem'] {
  const next = Map.groupBy(assignments.values(), ({ item }) => item);
  return new Map(
    Array.from(next, ([item, own]) => {
      const last = before.get(item);
      return [item, last && isSame(last, own) ? last : own];
    }),
  );
}

function isSame(one: readonly AssignmentRow[], other: readonly AssignmentRow[]): boolean {
  return one.length === other.length && one.every((row, at) => row === other[at]);
}

/** Returns the signature pages of each item, in order. An item without any is left out. */
export function pagesByItem(pages: Iterable<PageRow>): ReadonlyMap<string, readonly PageRow[]> {
  return Map.groupBy(
    [...pages].toSorted((one, other) => one.order - other.order || one.uuid.localeCompare(other.uuid)),
    ({ item }) => item,
  );
}

/** Returns an item's signature pages, and which of them are assigned. */
export function pagesIn(rows: MatrixRows, item: string): PageOfDocument[] {
  const groups = [...rows.dynamicAssignments.values()].filter((each) => each.item === item);
  return withAssigned(rows.pagesOf.get(item) ?? [], [...(rows.byItem.get(item) ?? []), ...groups]);
}

import {
  newPagesConsolidate,
  withSigners,
  type PageOfDocument,
} from '../../../../contract/rules/signing/pages/page-for-signature.ts';
import { isOut, isUnsent } from '../../../../contract/rules/signing/packets/packet-status.ts';
import type { AssignedTo } from '../../../commands/signing/assignments/assignments.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import type { DealRows } from '../../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';

/** The tables of the signature matrix, in addition to those of the checklist. */
const TABLES = [
  'signatories',
  'representatives',
  'signingGroups',
  'signingGroupMembers',
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
}

/** A deal's signature pages. */
interface DealPages {
  /** An item's pages, in order. */
  of: (item: string) => readonly PageRow[];
  /** Whether a new page will consolidate what one person signs. */
  newConsolidate: () => boolean;
}

/**
 * A deal's signing rows, kept in memory while a screen shows them. A toggle is painted in the next frame, however slow the
 * disk.
 */
export function matrixView(db: MirrorDatabase, transaction: string): RowsView<MatrixRows> {
  return rowsView(db, transaction, { tables: TABLES, compose: matrixOf });
}

/**
 * A deal's signature pages, which only edits of the matrix need. They have a separate view, because reading them takes longer
 * than everything that the matrix shows.
 */
export function pagesView(db: MirrorDatabase, transaction: string): RowsView<DealPages> {
  return rowsView(db, transaction, {
    tables: ['signaturePages'],
    compose: ({ signaturePages }) => {
      let byItem: ReadonlyMap<string, readonly PageRow[]> | null = null;
      return {
        of: (item) => (byItem ??= pagesByItem(signaturePages.values())).get(item) ?? [],
        newConsolidate: () => newPagesConsolidate(signaturePages.values()),
      };
    },
  });
}

/** A deal's packets by assignment. If there are several, the one that hasn't ended counts, or else the newest. */
export type PacketOf = ReadonlyMap<string, CollectionRow<'packets'>>;

/** A deal's packets, which change independently of the rest of the matrix. */
export function packetsView(db: MirrorDatabase, transaction: string): RowsView<PacketOf> {
  return rowsView(db, transaction, {
    tables: ['packets'],
    compose: ({ packets }, before) =>
      before?.rows.packets === packets ? before.shown : packetsByAssignment(packets.values()),
  });
}

/** Returns the packet of each assignment that is in one. */
export function packetsByAssignment(packets: Iterable<CollectionRow<'packets'>>): PacketOf {
  const inOrder = [...packets].toSorted(
    (one, other) =>
      Number(isUnderWay(one)) - Number(isUnderWay(other)) || one.createdAt.localeCompare(other.createdAt),
  );
  return new Map(inOrder.flatMap((row) => row.assignments.map((assignment) => [assignment, row] as const)));
}

function isUnderWay({ status }: CollectionRow<'packets'>): boolean {
  return isUnsent(status) || isOut(status);
}

function matrixOf(rows: Tables, before: { rows: Tables; shown: MatrixRows } | null): MatrixRows {
  const last = before?.rows;
  return {
    ...rows,
    byItem:
      before && last?.assignments === rows.assignments
        ? before.shown.byItem
        : byItem(rows.assignments, before?.shown.byItem ?? new Map()),
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

/** Returns the assignments of an item, including those of groups. */
export function assignedIn(rows: MatrixRows, item: string): AssignedTo[] {
  return [...(rows.byItem.get(item) ?? []), ...groupsIn(rows, item)];
}

function groupsIn(rows: MatrixRows, item: string): CollectionRow<'dynamicAssignments'>[] {
  return [...rows.dynamicAssignments.values()].filter((each) => each.item === item);
}

/** Returns an item's signature pages, and who signs them. */
export function pagesIn(
  rows: MatrixRows,
  pages: DealPages,
  item: string,
  signerOf: (assignment: AssignmentRow) => string | null,
): PageOfDocument[] {
  return withSigners(pages.of(item), {
    assignments: rows.byItem.get(item) ?? [],
    ofGroups: groupsIn(rows, item),
    signerOf,
  });
}

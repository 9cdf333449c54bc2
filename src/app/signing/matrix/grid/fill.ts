import {
  keepSharedPages,
  type AssignedPage,
  type AssignedTo,
} from '../../../../db/commands/signing/assignments/assignments.ts';
import {
  pageForSignature,
  withSignature,
  type PageOfDocument,
} from '../../../../contract/rules/signing/pages/page-for-signature.ts';
import { isOpen, refusalOf, type MatrixCell, type ReadCells } from './cells.ts';
import type { MatrixContent } from '../matrix-filter.ts';
import type { MatrixColumn } from './matrix-columns.ts';

/** A cell of the grid, by line and column. */
export interface GridPlace {
  line: number;
  column: number;
}

/** A rectangle of cells, including both corners. */
export interface GridRange {
  lines: readonly [from: number, to: number];
  columns: readonly [from: number, to: number];
}

export function rangeOf(one: GridPlace, other: GridPlace): GridRange {
  return {
    lines: [Math.min(one.line, other.line), Math.max(one.line, other.line)],
    columns: [Math.min(one.column, other.column), Math.max(one.column, other.column)],
  };
}

export function sizeOf({ lines, columns }: GridRange): number {
  return (lines[1] - lines[0] + 1) * (columns[1] - columns[0] + 1);
}

/** A document and a signatory. */
export interface CellPlace {
  item: string;
  column: MatrixColumn;
}

/** Returns the cells of a range. Checklist headers have no cells. */
export function placesIn({ lines, columns }: MatrixContent, range: GridRange): CellPlace[] {
  const across = columns.slice(range.columns[0], range.columns[1] + 1);
  return lines
    .slice(range.lines[0], range.lines[1] + 1)
    .flatMap(({ kind, uuid }) =>
      kind === 'document' ? across.map((column) => ({ item: uuid, column })) : [],
    );
}

/** The result of filling cells. */
export interface FillPlan {
  how: 'assign' | 'unassign';
  /** The pages to create or delete. */
  pages: AssignedPage[];
  changed: CellPlace[];
  /** The cells that can't change, with the reason. */
  refused: (CellPlace & ({ cell: MatrixCell; why: 'went_out' | 'group' } | { why: 'several_pages' }))[];
}

export interface FillContext {
  read: ReadCells;
  /** The signature pages of an item, in order. */
  pagesOf: (item: string) => readonly PageOfDocument[];
  /** All assignments of an item, including those of groups. */
  assignedTo: (item: string) => readonly AssignedTo[];
  /** The person who signs for a signatory in a capacity; null if that isn't clear. */
  signerOf: (signatory: string, authRep: string | null) => string | null;
  /** Whether a new page will consolidate what one person signs. */
  newPagesConsolidate: () => boolean;
  newUuid: () => string;
  /** The page to sign, for each document with several marked pages. */
  chosenPages?: ReadonlyMap<string, string>;
}

/**
 * Plans to assign or unassign cells. Skips cells that are already in that state.
 * @param authRep the capacity to assign; absent = each signatory's first one
 */
export function planFill(
  places: readonly CellPlace[],
  how: FillPlan['how'],
  { read, pagesOf, assignedTo, signerOf, newPagesConsolidate, newUuid, chosenPages }: FillContext,
  authRep?: string | null,
): FillPlan {
  const plan: FillPlan = { how, pages: [], changed: [], refused: [] };
  const added = new Map<string, readonly PageOfDocument[]>();
  const lengths = new Map<string, number>();
  const lengthOf = (item: string): number => {
    const length = lengths.get(item) ?? pagesOf(item).length;
    lengths.set(item, length);
    return length;
  };
  const newConsolidates = how === 'assign' && newPagesConsolidate();
  for (const place of places) {
    const { item, column } = place;
    const cell = read(item).get(column.uuid);
    if (how === 'assign') {
      const chosen = authRep === undefined ? (column.capacities[0]?.authRep ?? null) : authRep;
      const isThere =
        authRep === undefined
          ? !isOpen(cell)
          : cell?.assignments.some((assignment) => assignment.authRep === chosen) === true;
      if (isThere) continue;
      const before = added.get(item) ?? pagesOf(item);
      const signer = signerOf(column.uuid, chosen);
      const picked = chosenPages?.get(item);
      const next = picked === undefined ? pageForSignature(before, signer) : { page: picked };
      if (next === 'several') {
        plan.refused.push({ ...place, why: 'several_pages' });
        continue;
      }
      const page = next === 'new' ? newUuid() : next.page;
      added.set(item, withSignature(before, { page, signer }, newConsolidates));
      plan.changed.push(place);
      plan.pages.push({
        uuid: newUuid(),
        item,
        page,
        pageOrder: before.length,
        ...(next === 'new' && { newConsolidates }),
        signatory: column.uuid,
        authRep: chosen,
      });
      continue;
    }
    if (!cell || isOpen(cell)) continue;
    const why = refusalOf(cell);
    if (why) {
      plan.refused.push({ ...place, cell, why });
      continue;
    }
    plan.changed.push(place);
    for (const { uuid, itemPageUuid, signatory, authRep: capacity } of cell.assignments)
      plan.pages.push({
        uuid,
        item,
        page: itemPageUuid,
        pageOrder: Math.max(0, lengthOf(item) - 1),
        signatory,
        authRep: capacity,
      });
  }
  if (how === 'assign') return plan;
  const items = new Set(plan.changed.map(({ item }) => item));
  return { ...plan, pages: keepSharedPages(plan.pages, [...items].flatMap(assignedTo)) };
}

/** Returns what Space does to a selection: it assigns unless all of the selection is already assigned. */
export function toggleOf(places: readonly CellPlace[], read: ReadCells): FillPlan['how'] {
  return places.some(({ item, column }) => isOpen(read(item).get(column.uuid))) ? 'assign' : 'unassign';
}

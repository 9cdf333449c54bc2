import {
  countsAsSignature,
  isExecuted,
  wentOut,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { cellState, type CellState } from '../../../../contract/rules/signing/assignments/matrix-sheet.ts';
import type { MatrixRows } from '../../../../db/queries/signing/assignments/matrix-rows.ts';
import { isUnsynced } from '../../../../db/queries/signing/signatories/is-unsynced.ts';
import type { CollectionRow } from '../../../../db/rows.ts';

type AssignmentRow = CollectionRow<'assignments'>;
type DynamicAssignmentRow = CollectionRow<'dynamicAssignments'>;

/** A cell with at least one assignment. */
export interface MatrixCell {
  /** The status. If there are several capacities, the least advanced status. */
  state: CellState;
  /** The assignments that count, one for each capacity. */
  assignments: readonly AssignmentRow[];
  /** The groups through which the document is assigned. */
  groups: readonly CellGroup[];
}

export interface CellGroup {
  dynamicAssignment: DynamicAssignmentRow;
  name: string;
}

/** The cells of a document, by signatory. A signatory without assignments has no cell. */
export type RowCells = ReadonlyMap<string, MatrixCell>;

/** Returns the cells of a document: the same map until something about it changes. */
export type ReadCells = (item: string) => RowCells;

const NO_CELLS: RowCells = new Map();
const NO_ASSIGNMENTS: readonly AssignmentRow[] = [];

/** The group data that the cells need. */
interface GroupAssignments {
  byItem: ReadonlyMap<string, readonly DynamicAssignmentRow[]>;
  /** Signatories by group. */
  members: ReadonlyMap<string, readonly string[]>;
  nameOf: (group: string) => string;
  /** Whether the server adds the assignments of members who join (BACKEND_SIGNING_GROUP_LOGIC). */
  follows: boolean;
}

export function groupAssignmentsOf(
  rows: Pick<MatrixRows, 'dynamicAssignments' | 'signingGroups' | 'signingGroupMembers'>,
  follows: boolean,
): GroupAssignments {
  const members = new Map<string, string[]>();
  for (const { group, signatory } of rows.signingGroupMembers.values()) {
    const known = members.get(group);
    if (known) known.push(signatory);
    else members.set(group, [signatory]);
  }
  const live = [...rows.dynamicAssignments.values()].filter(({ signingGroup }) =>
    rows.signingGroups.has(signingGroup),
  );
  return {
    byItem: Map.groupBy(live, ({ item }) => item),
    members,
    nameOf: (group) => rows.signingGroups.get(group)?.name ?? '',
    follows,
  };
}

/** Returns a reader that computes each document's cells once, and again only when its assignments change. */
export function cellReader(
  groups: GroupAssignments,
  seen: CellCache,
): (rows: MatrixRows['byItem']) => ReadCells {
  return (byItem) => (item) => {
    const assignments = byItem.get(item) ?? NO_ASSIGNMENTS;
    const dynamics = groups.byItem.get(item) ?? [];
    if (assignments.length === 0 && dynamics.length === 0) return NO_CELLS;
    const known = seen.get(item);
    if (known?.assignments === assignments) return known.cells;
    const cells = cellsOf(assignments, dynamics, groups);
    seen.set(item, { assignments, cells });
    return cells;
  };
}

export type CellCache = Map<string, { assignments: readonly AssignmentRow[]; cells: RowCells }>;

export function cellsOf(
  assignments: readonly AssignmentRow[],
  dynamics: readonly DynamicAssignmentRow[],
  { members, nameOf, follows }: Omit<GroupAssignments, 'byItem'>,
): RowCells {
  const cells = new Map<string, MatrixCell>();
  for (const [signatory, own] of Map.groupBy(assignments, ({ signatory }) => signatory)) {
    const counting = own.filter(({ status }) => countsAsSignature(status));
    const state = cellState(own.map(({ status }) => status));
    if (state !== null) cells.set(signatory, { state, assignments: counting, groups: [] });
  }
  for (const dynamicAssignment of dynamics) {
    const group = { dynamicAssignment, name: nameOf(dynamicAssignment.signingGroup) };
    for (const signatory of members.get(dynamicAssignment.signingGroup) ?? []) {
      const own = cells.get(signatory);
      const isTheirs = ({ signingGroupAssignment: uuid }: AssignmentRow) => uuid === dynamicAssignment.uuid;
      if (!(follows || isUnsynced(dynamicAssignment) || own?.assignments.some(isTheirs))) continue;
      // The server creates the members' own assignments. Until they arrive, the cell uses the group's assignment.
      if (!own || own.assignments.length === 0)
        cells.set(signatory, { state: 'assigned', assignments: [], groups: [...(own?.groups ?? []), group] });
      else cells.set(signatory, { ...own, groups: [...own.groups, group] });
    }
  }
  return cells;
}

/** Returns why a cell can't be unassigned on its own; null if it can. */
export function refusalOf({ assignments, groups }: MatrixCell): 'went_out' | 'group' | null {
  if (assignments.some(({ status }) => wentOut(status))) return 'went_out';
  return groups.length > 0 ? 'group' : null;
}

/** Returns whether a click assigns the cell, because nothing is assigned yet. */
export function isOpen(cell: MatrixCell | undefined): boolean {
  return cell === undefined || (cell.assignments.length === 0 && cell.groups.length === 0);
}

/** How many signatures are assigned, and how many of those are executed. */
export interface SignatureCount {
  total: number;
  executed: number;
}

/** Counts the signatures of a document. */
export function countRow(cells: RowCells): SignatureCount {
  const count = { total: 0, executed: 0 };
  for (const cell of cells.values()) add(count, cell);
  return count;
}

/** Counts the signatures of each signatory on these documents. */
export function countColumns(items: readonly string[], read: ReadCells): ReadonlyMap<string, SignatureCount> {
  const counts = new Map<string, SignatureCount>();
  for (const item of items) {
    for (const [signatory, cell] of read(item)) {
      const count = counts.get(signatory) ?? { total: 0, executed: 0 };
      add(count, cell);
      counts.set(signatory, count);
    }
  }
  return counts;
}

function add(count: SignatureCount, cell: MatrixCell): void {
  if (isOpen(cell)) return;
  count.total += Math.max(1, cell.assignments.length);
  count.executed += cell.assignments.filter(({ status }) => isExecuted(status)).length;
}

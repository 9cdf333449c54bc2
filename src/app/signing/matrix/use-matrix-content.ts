import { useDeferredValue, useMemo, useState } from 'react';
import type { MatrixRows } from '../../../db/queries/signing/assignments/matrix-rows.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { checklistRows } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { useNumbering } from '../../checklist/use-numbering.ts';
import { useFeature } from '../../lib/account/use-feature.ts';
import {
  cellReader,
  countColumns,
  groupAssignmentsOf,
  type CellCache,
  type ReadCells,
  type SignatureCount,
} from './grid/cells.ts';
import { filterMatrix, type MatrixContent, type MatrixFilter } from './matrix-filter.ts';
import { columnsOf, type MatrixColumn } from './grid/matrix-columns.ts';
import { linesOf, type MatrixLine } from '../../../contract/rules/signing/assignments/matrix-lines.ts';

interface MatrixSources {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  rows: MatrixRows;
  filter: MatrixFilter;
  /** Whether documents that aren't marked to be signed are shown. */
  all: boolean;
}

export interface ShownContent {
  /** All lines and columns. */
  content: MatrixContent;
  /** The part that matches the filter. */
  shown: MatrixContent;
  /** The lines of documents, by item. */
  documents: ReadonlyMap<string, MatrixLine>;
  read: ReadCells;
  counts: ReadonlyMap<string, SignatureCount>;
}

/** Returns what the matrix shows. Each part keeps its identity until something in it changes. */
export function useMatrixContent({ deal, snapshot, rows, filter, all }: MatrixSources): ShownContent {
  const format = useNumbering(deal);
  const follows = useFeature('BACKEND_SIGNING_GROUP_LOGIC');
  const { signatories, representatives, signingGroups, signingGroupMembers, dynamicAssignments, byItem } =
    rows;
  const columns: readonly MatrixColumn[] = useMemo(
    () => columnsOf({ signatories, representatives }),
    [signatories, representatives],
  );
  const signed = useSignedItems(rows);
  const lines = useMemo(
    () =>
      linesOf(checklistRows(snapshot, { collapsed: new Set(), format }), (item) => all || signed.has(item)),
    [snapshot, format, signed, all],
  );
  const reader = useMemo(() => {
    const seen: CellCache = new Map();
    const groups = { dynamicAssignments, signingGroups, signingGroupMembers };
    return cellReader(groupAssignmentsOf(groups, follows), seen);
  }, [dynamicAssignments, signingGroups, signingGroupMembers, follows]);
  const read = useMemo(() => reader(byItem), [reader, byItem]);
  const documents = useMemo(
    () => new Map(lines.filter(({ kind }) => kind === 'document').map((line) => [line.uuid, line])),
    [lines],
  );
  const content = useMemo(() => ({ lines, columns }), [lines, columns]);
  const isFiltered = filter.state !== 'all' || filter.who === 'outstanding' || filter.who === 'parties';
  // Without a filter by status, a toggle leaves the lines and columns unchanged.
  const filteredBy = isFiltered ? read : null;
  const shown = useMemo(
    () => filterMatrix(content, filteredBy ?? (() => new Map()), filter),
    [content, filteredBy, filter],
  );
  // Paint a toggle first, and update the totals a moment later.
  const settled = useDeferredValue(read);
  const counts = useMemo(() => countColumns([...documents.keys()], settled), [documents, settled]);
  return { content, shown, documents, read, counts };
}

/** The items that have signatures: the same set until an item is added or removed. */
function useSignedItems({ byItem, dynamicAssignments }: MatrixRows): ReadonlySet<string> {
  const now = useMemo(
    () =>
      new Set([
        ...[...byItem].flatMap(([item, assignments]) => (assignments.length > 0 ? item : [])),
        ...Array.from(dynamicAssignments.values(), ({ item }) => item),
      ]),
    [byItem, dynamicAssignments],
  );
  const [last, setLast] = useState(now);
  if (last === now || (last.size === now.size && [...now].every((item) => last.has(item)))) return last;
  setLast(now);
  return now;
}

import { countsAsSignature } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { byReadingOrder, SHEETS_MAX, sheetOfTab } from '../../../../contract/rules/signing/fields/tabs.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import type { DealRows } from '../../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';

type AssignmentRow = CollectionRow<'assignments'>;
export type TabRow = CollectionRow<'tabs'>;
export type TabGroupRow = CollectionRow<'tabGroups'>;

const TABLES = ['assignments', 'tabs', 'tabGroups'] as const;

type Rows = DealRows<(typeof TABLES)[number]>;

/** The signing fields of a signature page, in the order in which signatories go through them. */
export interface PageFields {
  /** Valid signatures. */
  readonly assignments: readonly AssignmentRow[];
  readonly tabs: readonly TabRow[];
  readonly groups: readonly TabGroupRow[];
}

/** The signing fields of a deal by signature page, kept in memory while a screen shows them. */
export function pageFieldsView(
  db: MirrorDatabase,
  transaction: string,
): RowsView<ReadonlyMap<string, PageFields>> {
  return rowsView(db, transaction, { tables: TABLES, compose });
}

function compose({ assignments, tabs, tabGroups }: Rows): ReadonlyMap<string, PageFields> {
  const pages = new Map<string, { assignments: AssignmentRow[]; tabs: TabRow[]; groups: TabGroupRow[] }>();
  // A field may arrive on this device before its assignment.
  const pageOf = (assignment: string) => {
    const page = assignments.get(assignment)?.itemPageUuid;
    if (page === undefined) return undefined;
    const known = pages.get(page) ?? { assignments: [], tabs: [], groups: [] };
    pages.set(page, known);
    return known;
  };
  for (const assignment of assignments.values())
    if (countsAsSignature(assignment.status)) pageOf(assignment.uuid)?.assignments.push(assignment);
  for (const tab of tabs.values()) pageOf(tab.assignment)?.tabs.push(tab);
  for (const group of tabGroups.values()) pageOf(group.assignmentId)?.groups.push(group);
  for (const page of pages.values())
    page.tabs.sort(
      (one, other) =>
        sheetOfTab(one, SHEETS_MAX) - sheetOfTab(other, SHEETS_MAX) ||
        byReadingOrder({ x: one.xPosition, y: one.yPosition }, { x: other.xPosition, y: other.yPosition }),
    );
  return pages;
}

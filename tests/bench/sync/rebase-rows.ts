import { TOP } from '../../../src/contract/rules/checklist/child-lists.ts';
import type { RowChange } from '../../../src/db/outbox/draft.ts';
import type { MirrorTable } from '../../../src/db/rows.ts';
import { idOf } from './deal-wire.ts';
import { makeDealRows } from './deal-rows.ts';

/** The number of rows of the deal that is edited. */
export const DEAL_ROWS = 10_000;

/** A thousand pending edits: header names, item names, and moves. */
export const RENAMES = 600;
export const ITEM_EDITS = 350;
export const MOVES = 50;

/**
 * Returns a thousand rows as a colleague has changed them: 400 headers, which all have pending edits; 300
 * items, half of which have pending edits; 290 documents; and 10 lists of children, including the top level.
 */
export function makeForeignChanges(): RowChange[] {
  const { rows } = makeDealRows(DEAL_ROWS);
  const left: Partial<Record<MirrorTable, number>> = {
    elements: 400,
    items: 300,
    documents: 290,
    childLists: 10,
  };
  return rows.flatMap((change) => {
    const more = left[change.table] ?? 0;
    if (more === 0) return [];
    left[change.table] = more - 1;
    return [foreign(change)];
  });
}

function foreign(change: RowChange): RowChange {
  if (!change.row) return change;
  switch (change.table) {
    case 'elements':
      return { ...change, row: { ...change.row, label: `${change.row.label}, revised`, version: 20_000 } };
    case 'items':
      return { ...change, row: { ...change.row, description: 'Revised by counsel.', version: 20_000 } };
    case 'documents':
      return { ...change, row: { ...change.row, name: `${change.row.name}, revised`, version: 20_000 } };
    case 'childLists':
      return { ...change, row: { ...change.row, children: change.row.children.toReversed() } };
    default:
      return change;
  }
}

/**
 * Returns the item of edit `index`. The colleague has also changed every second one of the first 300 items.
 */
export function editedItem(index: number): string {
  return idOf('item', index * 2);
}

/** Returns move `index`: a header of the second level moves to the front of the top level. */
export function moveOf(index: number): { ids: string[]; parent: string; after: null } {
  return { ids: [idOf('header', index * 8 + 1)], parent: TOP, after: null };
}

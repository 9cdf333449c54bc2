import type { NewEdit } from '../outbox/command.ts';
import { Draft, parentIn, type RowChange, type RowKey } from '../outbox/draft.ts';
import { changesIn, fold } from '../outbox/fold.ts';
import { RowMap } from '../outbox/row-map.ts';
import type { MirrorTable } from '../rows.ts';
import type { Rows } from './read-checklist.ts';

/** The tables whose rows the checklist shows. */
const SHOWN = ['elements', 'items', 'documents', 'tasks'] as const;
type ShownTable = (typeof SHOWN)[number];

function isShown(table: MirrorTable): table is ShownTable {
  return SHOWN.some((shown) => shown === table);
}

/**
 * The changes that edits make to committed rows, computed by the fold that will commit them. Tables that the checklist does
 * not show are not included.
 */
export function changesBy(edits: readonly NewEdit[], rows: Rows, deal: string): RowChange[] {
  const draft = new Draft(deal);
  draft.take(edits.flatMap(({ mutation }) => mutation.keys.map((key) => rowOf(rows, key))));
  draft.takeLists(rows.lists);
  const before = RowMap.of(draft.entities());
  for (const { mutation, stands } of edits) if (stands?.(draft) ?? true) fold(draft, [mutation]);
  return changesIn(draft, deal, before);
}

function rowOf(rows: Rows, { table, key }: RowKey): RowChange {
  switch (table) {
    case 'elements':
      return { table, key, row: rows.elements.get(key) ?? null };
    case 'items':
      return { table, key, row: rows.items.get(key) ?? null };
    case 'documents':
      return { table, key, row: rows.documents.get(key) ?? null };
    case 'tasks':
      return { table, key, row: rows.tasks.get(key) ?? null };
    default:
      return { table, key, row: null };
  }
}

/** Returns the rows with changes applied. Changed tables are copied, and the others are the same. */
export function withChanges<Of extends Rows>(rows: Of, changes: readonly RowChange[]): Of {
  const changed = new Set<MirrorTable>(changes.map(({ table }) => table));
  const lists = changed.has('childLists') ? new Map(rows.lists) : null;
  const tables = {
    elements: changed.has('elements') ? new Map(rows.elements) : rows.elements,
    items: changed.has('items') ? new Map(rows.items) : rows.items,
    documents: changed.has('documents') ? new Map(rows.documents) : rows.documents,
    tasks: changed.has('tasks') ? new Map(rows.tasks) : rows.tasks,
  };
  for (const change of changes) {
    if (change.table === 'childLists') {
      if (change.row) lists?.set(change.row.parent, change.row.children);
      else lists?.delete(parentIn(change.key));
    } else if (isShown(change.table)) {
      const own: Map<string, unknown> = tables[change.table];
      if (change.row) own.set(change.key, change.row);
      else own.delete(change.key);
    }
  }
  return { ...rows, ...tables, lists: lists ?? rows.lists };
}

/** The ids of the changed rows that the checklist shows. */
export function shownIds(changes: readonly RowChange[]): string[] {
  return changes.flatMap(({ table, key }) => (isShown(table) ? key : []));
}

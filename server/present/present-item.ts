import type { Item } from '../../src/contract/entities/checklist/item.ts';
import { executedPath, pdfHash } from '../storage/object-keys.ts';
import type { ItemWithPlace } from '../store/deals/items.ts';
import { presentColumns } from './present-columns.ts';
import { maybeInstant } from './present-row.ts';

/**
 * `element_order` and `element_parent` belong to its element: a move changes the element's version, not the item's.
 */
export function presentItem(row: ItemWithPlace, pages: Item['pages']): Item {
  return {
    ...presentColumns('items', row),
    element_order: row.element_order,
    element_parent: row.element_parent,
    pages,
    ...presentCollation(row),
  };
}

/** The executed document stays while a newer one is being made, and if that fails. */
function presentCollation(row: ItemWithPlace) {
  const { collation_requested_at: requested, collation_problem: problem } = row;
  const { collated_at: at, executed_file_key: key } = row;
  const isRunning = at === null && requested !== null && problem === null;
  return {
    collation:
      key !== null && at !== null ? ('done' as const) : isRunning ? ('running' as const) : ('none' as const),
    collation_requested_at: maybeInstant(requested),
    collation_problem: problem,
    collated_at: key === null ? null : maybeInstant(at),
    executed_pdf_url: key === null ? null : executedPath(row.uuid, pdfHash(key)),
    executed_num_pages: row.executed_num_pages,
    executed_size: row.executed_size,
  };
}

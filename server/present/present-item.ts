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
    pages_embedded_in: null,
    ...presentCollation(row),
  };
}

function presentCollation(row: ItemWithPlace) {
  const { collation_requested_at: requested, collation_problem: problem } = row;
  const { collated_at: at, executed_file_key: key } = row;
  const asked = { collation_requested_at: maybeInstant(requested), collation_problem: problem };
  if (at === null || key === null) {
    const isRunning = requested !== null && problem === null;
    return { collation: isRunning ? ('running' as const) : ('none' as const), ...asked, ...NOT_COLLATED };
  }
  return {
    collation: 'done' as const,
    ...asked,
    collated_at: maybeInstant(at),
    executed_pdf_url: executedPath(row.uuid, pdfHash(key)),
    executed_num_pages: row.executed_num_pages,
    executed_size: row.executed_size,
  };
}

const NOT_COLLATED = {
  collated_at: null,
  executed_pdf_url: null,
  executed_num_pages: null,
  executed_size: null,
};

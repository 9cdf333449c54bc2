import type { Item } from '../../src/contract/entities/checklist/item.ts';
import { executedPath, pdfHash } from '../storage/object-keys.ts';
import type { ItemWithPlace } from '../store/deals/items.ts';
import { maybeInstant, presentRow } from './present-row.ts';

/**
 * `element_order` and `element_parent` belong to its element: a move changes the element's version, not the item's.
 */
export function presentItem(row: ItemWithPlace, pages: Item['pages']): Item {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    name: row.name,
    description: row.description,
    document: row.document,
    complete: row.complete,
    for_signing: row.for_signing,
    fully_executed: row.fully_executed,
    is_deed: row.is_deed,
    is_supplemental: row.is_supplemental,
    is_template: row.is_template,
    name_alt: row.name_alt,
    name_alt_enabled: row.name_alt_enabled,
    requires_original_signatures: row.requires_original_signatures,
    frozen_at: maybeInstant(row.frozen_at),
    element_order: row.element_order,
    element_parent: row.element_parent,
    pages,
    pages_embedded_in: null,
    pending_version_document: row.pending_version_document,
    pending_conversion_document: row.pending_conversion_document,
    ...presentCollation(row),
    ...presentRow(row),
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

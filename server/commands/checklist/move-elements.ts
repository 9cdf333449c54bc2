import type * as z from 'zod';
import type { Element, elementBulkMoveSchema } from '../../../src/contract/entities/checklist/element.ts';
import { presentColumns } from '../../present/present-columns.ts';
import { loadTree } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementsByIds } from '../../store/deals/elements.ts';
import { moveBlock } from './checklist-place.ts';

/** Returns the requested elements, once each, in the requested order (docs/product/checklist.md, "Elements"). */
export async function moveElements(
  scope: DealWrite,
  input: z.output<typeof elementBulkMoveSchema>,
): Promise<Element[]> {
  const tree = await loadTree(scope.tx, scope.deal.uuid);
  await moveBlock(scope, tree, {
    ids: input.element_uuids,
    parent: input.parent_element,
    order: input.order,
  });
  const rows = await elementsByIds(scope.tx, scope.deal.uuid, [...new Set(input.element_uuids)]);
  return rows.map((row) => presentColumns('elements', row));
}

import type * as z from 'zod';
import type { Element, elementEditsSchema } from '../../../src/contract/entities/checklist/element.ts';
import { presentColumns } from '../../present/present-columns.ts';
import { invalid, notFound } from '../../refusal.ts';
import { loadTree } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementById } from '../../store/deals/elements.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { editDetail } from '../edit-detail.ts';
import { moveBlock } from './checklist-place.ts';

type ElementUpdate = {
  params: { id: string };
  query?: { transaction?: string | undefined } | undefined;
  body: z.output<typeof elementEditsSchema>;
};

/** Renames a header, moves an element, or both. */
export async function updateElement(
  scope: DealWrite,
  { params, query, body }: ElementUpdate,
): Promise<Element> {
  assertSameDeal(scope, query?.transaction);
  const element = await elementById(scope.tx, scope.deal.uuid, params.id);
  if (body.label !== undefined && element.label === null) {
    throw invalid('Only a header has its own name. Rename the document instead.', 'label');
  }
  const fields = changedFields(element, body, ['label']);
  await assertUnchangedSince(scope, element.uuid, fields, async () => presentColumns('elements', element));
  if (fields.length > 0) {
    await scope.tx
      .updateTable('elements')
      .set({ label: body.label ?? element.label, ...scope.stamp })
      .where('uuid', '=', element.uuid)
      .execute();
    scope.put('elements', element.uuid, editDetail(element, body, fields, 'label'));
  }
  if (body.order !== undefined || body.parent_element !== undefined) {
    const tree = await loadTree(scope.tx, scope.deal.uuid);
    await moveBlock(scope, tree, { ids: [element.uuid], parent: body.parent_element, order: body.order });
  }
  return presentColumns('elements', await elementById(scope.tx, scope.deal.uuid, element.uuid));
}

/** @throws {Refusal} `not_found` if `?transaction=` names another deal than the element's */
export function assertSameDeal(scope: DealWrite, asked: string | undefined): void {
  if (asked !== undefined && asked !== scope.deal.uuid) throw notFound('This checklist item');
}

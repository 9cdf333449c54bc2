import { removeElement } from '../../../src/contract/rules/checklist/child-lists.ts';
import { loadTree, saveLists, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementById } from '../../store/deals/elements.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import { assertNoneWentOut } from '../signing/sent-assignments.ts';
import { deleteAlong } from '../standard/delete-row.ts';
import { assertSameDeal } from './update-element.ts';

/** Deletes a header, or an item or a task with its element; rows below it move up into its place. */
export async function deleteElement(
  scope: DealWrite,
  input: { params: { id: string }; query?: { transaction?: string | undefined } | undefined },
): Promise<undefined> {
  assertSameDeal(scope, input.query?.transaction);
  const element = await elementById(scope.tx, scope.deal.uuid, input.params.id);
  await removeFromChecklist(scope, element);
}

/**
 * Removes an element from the checklist. Also deletes the element's item with its files and signature pages, or its
 * task. All get the same version and time, by which a restore finds what belongs together.
 */
export async function removeFromChecklist(scope: DealWrite, element: RowOf<'elements'>): Promise<void> {
  const { tx, deal, now, actor, stamp } = scope;
  const gone = { deleted_at: now, deleted_by: actor, ...stamp };
  const tree: ChecklistTree = await loadTree(tx, deal.uuid);
  const lists = removeElement(tree.lists, element.uuid);
  await tx.updateTable('elements').set(gone).where('uuid', '=', element.uuid).execute();
  scope.remove('elements', element.uuid, { ...(element.label !== null && { name: element.label }) });
  await saveLists(scope, tree, lists);
  scope.put('child_lists', element.parent_element ?? deal.uuid);
  if (element.task !== null) {
    const task = await tx
      .updateTable('tasks')
      .set(gone)
      .where('uuid', '=', element.task)
      .returning(['uuid', 'name'])
      .executeTakeFirstOrThrow();
    scope.remove('tasks', task.uuid, { name: task.name });
  }
  if (element.item === null) return;
  await assertNoneWentOut(scope, { item: element.item }, 'This document can’t be deleted');
  const item = await tx
    .updateTable('items')
    .set(gone)
    .where('uuid', '=', element.item)
    .returning(['uuid', 'name'])
    .executeTakeFirstOrThrow();
  scope.remove('items', item.uuid, { name: item.name });
  const documents = await tx
    .updateTable('documents')
    .set(gone)
    .where('item_id', '=', item.uuid)
    .where('deleted_at', 'is', null)
    .returning('uuid')
    .execute();
  for (const document of documents) scope.remove('documents', document.uuid, { name: item.name });
  await deleteAlong(scope, 'items', [item.uuid]);
}

import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementById } from '../../store/deals/elements.ts';
import { itemById } from '../../store/deals/items.ts';
import { removeFromChecklist } from './delete-element.ts';

/** Deletes an item with its element and files; its attachments move up into its place. */
export async function deleteItem(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const item = await itemById(scope.tx, scope.deal.uuid, id);
  await removeFromChecklist(scope, await elementById(scope.tx, scope.deal.uuid, item.element_uuid));
}

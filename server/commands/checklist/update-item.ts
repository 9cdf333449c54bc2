import type { Item, ItemEdits } from '../../../src/contract/entities/item.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { itemById } from '../../store/deals/items.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { assertVersionOf } from '../documents/file-version.ts';
import { editDetail } from '../edit-detail.ts';
import { readItem } from './read-items.ts';

const EDITABLE = [
  'name',
  'description',
  'document',
  'complete',
  'for_signing',
  'fully_executed',
  'is_deed',
  'is_supplemental',
  'is_template',
  'name_alt',
  'name_alt_enabled',
  'requires_original_signatures',
] as const satisfies readonly (keyof ItemEdits)[];

export async function updateItem(
  scope: DealWrite,
  { id, ...edits }: ItemEdits & { id: string },
): Promise<Item> {
  const { tx, deal } = scope;
  const item = await itemById(tx, deal.uuid, id);
  const fields = changedFields(item, edits, EDITABLE);
  await assertUnchangedSince(scope, id, fields, () => readItem(tx, deal.uuid, id));
  if (edits.document !== undefined) await assertVersionOf(scope, item, edits.document);
  if (fields.length > 0) {
    const changed = Object.fromEntries(fields.map((field) => [field, edits[field]]));
    await tx
      .updateTable('items')
      .set({
        ...changed,
        // What is current waits no more.
        ...(edits.document === item.pending_version_document && { pending_version_document: null }),
        ...(edits.document === item.pending_conversion_document && { pending_conversion_document: null }),
        ...scope.stamp,
      })
      .where('uuid', '=', id)
      .execute();
    scope.put('items', id, editDetail(item, edits, fields));
  }
  return readItem(tx, deal.uuid, id);
}

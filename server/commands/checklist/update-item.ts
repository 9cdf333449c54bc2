import { itemCollection } from '../../../src/contract/collections/items.ts';
import type { Item, ItemEdits } from '../../../src/contract/entities/checklist/item.ts';
import { readRow } from '../../present/read-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { itemById } from '../../store/deals/items.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { assertNotSigned, assertVersionOf, prepareForVersion } from '../documents/file-version.ts';
import { editDetail } from '../edit-detail.ts';
import { assertHasPages } from './embedded-pages.ts';

export async function updateItem(
  scope: DealWrite,
  { id, ...edits }: ItemEdits & { id: string },
): Promise<Item> {
  const { tx, deal } = scope;
  const item = await itemById(tx, deal.uuid, id);
  const fields = changedFields(item, edits, itemCollection.fields);
  await assertUnchangedSince(scope, id, fields, () => readRow(tx, 'items', deal.uuid, id));
  if (edits.document !== undefined) {
    await assertVersionOf(scope, item, edits.document);
    await assertNotSigned(scope, item, edits.document);
    if (fields.includes('document')) await prepareForVersion(scope, item, edits.document);
  }
  if (fields.includes('pages_embedded_in')) await assertHasPages(scope, id, edits.pages_embedded_in);
  if (fields.length > 0) {
    const changed = Object.fromEntries(fields.map((field) => [field, edits[field]]));
    await tx
      .updateTable('items')
      .set({
        ...changed,
        // The current version no longer waits.
        ...(edits.document === item.pending_version_document && { pending_version_document: null }),
        ...(edits.document === item.pending_conversion_document && { pending_conversion_document: null }),
        ...scope.stamp,
      })
      .where('uuid', '=', id)
      .execute();
    scope.put('items', id, editDetail(item, edits, fields));
  }
  return readRow(tx, 'items', deal.uuid, id);
}

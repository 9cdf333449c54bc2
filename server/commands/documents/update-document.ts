import type * as z from 'zod';
import type { Document, documentEditsSchema } from '../../../src/contract/entities/documents/document.ts';
import { presentDocument } from '../../present/present-document.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { documentById } from '../../store/deals/documents.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { carryToItem } from '../checklist/carry-to-item.ts';
import { editDetail } from '../edit-detail.ts';
import { fileVersion, takeVersionBack } from './file-version.ts';

export async function updateDocument(
  scope: DealWrite,
  { id, in_queue: inQueue, ...edits }: z.output<typeof documentEditsSchema> & { id: string },
): Promise<Document> {
  const { tx, deal } = scope;
  const document = await documentById(tx, deal.uuid, id);
  const fields = changedFields(document, edits, ['name', 'signing_type', 'item_id']);
  await assertUnchangedSince(scope, id, fields, async () => presentDocument(document, { thumbnails: true }));
  const { item_id: itemId = document.item_id } = edits;
  if (fields.includes('item_id')) {
    if (itemId === null) await takeVersionBack(scope, document);
    else await fileVersion(scope, document, itemId);
  }
  if (fields.length > 0) {
    await tx
      .updateTable('documents')
      .set({
        name: edits.name ?? document.name,
        signing_type: edits.signing_type ?? document.signing_type,
        item_id: itemId,
        in_queue: fields.includes('item_id') ? itemId === null : document.in_queue,
        ...scope.stamp,
      })
      .where('uuid', '=', id)
      .execute();
    scope.put('documents', id, editDetail(document, edits, fields));
  }
  if (inQueue === true && !document.in_queue) await carryToItem(scope, document, edits);
  return presentDocument(await documentById(tx, deal.uuid, id), { thumbnails: true });
}

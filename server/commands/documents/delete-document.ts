import { presentDocument } from '../../present/present-document.ts';
import { Refusal } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { nameOfDocument } from '../../store/deals/document-names.ts';
import { documentById } from '../../store/deals/documents.ts';
import { deletePagesOfFile } from '../signing/signature-pages.ts';
import { assertNotSignedVersion } from './file-version.ts';

/**
 * Deletes a file, and unmarks its pages. If it was an item's current file, the item stays on the checklist, to be drafted
 * again.
 * @throws {Refusal} `on_checklist`, with the document, if the request is to delete it from the upload queue and it is no
 * longer there; `invalid`, naming the item, if one of its pages was sent or signed
 */
export async function deleteDocument(
  scope: DealWrite,
  {
    params: { id },
    query,
  }: { params: { id: string }; query?: { in_queue?: boolean | undefined } | undefined },
): Promise<undefined> {
  const { tx, deal, now, actor, stamp } = scope;
  const document = await documentById(tx, deal.uuid, id);
  if (query?.in_queue === true && !document.in_queue) {
    const { name } = await nameOfDocument(tx, document);
    throw new Refusal('on_checklist', `“${name}” was kept because it is on the checklist.`, {
      current: presentDocument(document, { thumbnails: true }),
    });
  }
  await assertNotSignedVersion(scope, id, 'This file can’t be deleted');
  await deletePagesOfFile(scope, id, 'This file can’t be deleted');
  await tx
    .updateTable('documents')
    .set({ deleted_at: now, deleted_by: actor, ...stamp })
    .where('uuid', '=', id)
    .execute();
  const { name } = await nameOfDocument(tx, document);
  scope.remove('documents', id, { name });
  const items = await tx
    .updateTable('items')
    .set({ document: null, ...stamp })
    .where('document', '=', id)
    .where('deleted_at', 'is', null)
    .returning('uuid')
    .execute();
  for (const waits of ['pending_version_document', 'pending_conversion_document'] as const) {
    const waited = await tx
      .updateTable('items')
      .set({ [waits]: null, ...stamp })
      .where(waits, '=', id)
      .where('deleted_at', 'is', null)
      .returning('uuid')
      .execute();
    for (const item of waited) scope.put('items', item.uuid, { fields: [waits] });
  }
  for (const item of items) scope.put('items', item.uuid, { fields: ['document'] });
}

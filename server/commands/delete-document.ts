import { documentById } from '../store/documents.ts';
import type { DealWrite } from './deal-scope.ts';

/** Deletes a file. An item whose current file it was stays on the checklist, to be drafted again. */
export async function deleteDocument(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const { tx, deal, now, actor, stamp } = scope;
  const document = await documentById(tx, deal.uuid, id);
  await tx
    .updateTable('documents')
    .set({ deleted_at: now, deleted_by: actor, ...stamp })
    .where('uuid', '=', id)
    .execute();
  scope.remove('documents', id, { name: document.name });
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

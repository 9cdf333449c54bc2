import { customKeyAmong, listCustomKeys } from '../../store/deals/custom-keys.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { putInOrder } from './update-custom-key.ts';

/** Deletes a field; those behind it close the gap. */
export async function deleteCustomKey(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const { tx, deal, now, actor, stamp } = scope;
  const rows = await listCustomKeys(tx, deal.uuid);
  const { key } = customKeyAmong(rows, id);
  await tx
    .updateTable('custom_keys')
    .set({ deleted_at: now, deleted_by: actor, ...stamp })
    .where('uuid', '=', id)
    .execute();
  scope.remove('custom_keys', id, { name: key });
  await putInOrder(
    scope,
    rows.filter(({ uuid }) => uuid !== id),
  );
}

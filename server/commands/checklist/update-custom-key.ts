import type { CustomKey, CustomKeyEdits } from '../../../src/contract/entities/custom-key.ts';
import { presentCustomKey } from '../../present/present-custom-key.ts';
import { customKeyAmong, listCustomKeys } from '../../store/deals/custom-keys.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { CustomKeyRow } from '../../store/tables.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { editDetail } from '../edit-detail.ts';
import { assertKeyIsFree } from './create-custom-keys.ts';

/** Renames a field, moves it among the others, or both. */
export async function updateCustomKey(
  scope: DealWrite,
  { id, key, order }: CustomKeyEdits & { id: string },
): Promise<CustomKey> {
  const { tx, deal, stamp } = scope;
  const rows = await listCustomKeys(tx, deal.uuid);
  const row = customKeyAmong(rows, id);
  const others = rows.filter((each) => each.uuid !== id);
  const fields = changedFields(row, { key }, ['key']);
  await assertUnchangedSince(scope, id, fields, async () => presentCustomKey(row));
  if (key !== undefined && fields.length > 0) {
    assertKeyIsFree(others, key);
    await tx
      .updateTable('custom_keys')
      .set({ key, ...stamp })
      .where('uuid', '=', id)
      .execute();
    scope.put('custom_keys', id, editDetail(row, { key }, fields, 'key'));
  }
  if (order !== undefined) await putInOrder(scope, others.toSpliced(order, 0, row));
  return presentCustomKey(customKeyAmong(await listCustomKeys(tx, deal.uuid), id));
}

/** Gives a deal's fields this order: each that stands elsewhere now is a changed row. */
export async function putInOrder(scope: DealWrite, rows: readonly CustomKeyRow[]): Promise<void> {
  for (const [order, { uuid, order: before }] of rows.entries()) {
    if (order === before) continue;
    await scope.tx
      .updateTable('custom_keys')
      .set({ order, ...scope.stamp })
      .where('uuid', '=', uuid)
      .execute();
    scope.put('custom_keys', uuid, { fields: ['order'] });
  }
}

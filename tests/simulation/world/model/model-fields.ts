import type { CustomKey } from '../../../../src/contract/entities/custom-key.ts';
import { Refusal, type DealWrite } from './model-write.ts';

export function createCustomKey(write: DealWrite, uuid: string, key: string): void {
  if (write.isOwn('custom_keys', uuid)) return;
  assertKeyIsFree(write, key, uuid);
  const order = write.deal.custom_keys.size;
  const { at } = write.by;
  const row = { uuid, transaction: write.deal.row.uuid, key, order, created_at: at, ...write.stamp() };
  write.deal.custom_keys.set(uuid, row);
  write.deal.makers.set(uuid, write.by.user);
  write.log('custom_keys', uuid);
}

export function updateCustomKey(
  write: DealWrite,
  uuid: string,
  { key, order }: { key?: string; order?: number },
): void {
  const row = customKey(write, uuid);
  if (key !== undefined && key !== row.key) {
    write.assertUnchanged(uuid, ['key'], row);
    assertKeyIsFree(write, key, uuid);
    write.deal.custom_keys.set(uuid, { ...row, key, ...write.stamp() });
    write.log('custom_keys', uuid, ['key']);
  }
  if (order === undefined) return;
  const others = customKeysInOrder(write).filter((each) => each.uuid !== uuid);
  orderCustomKeys(write, others.toSpliced(order, 0, customKey(write, uuid)));
}

export function deleteCustomKey(write: DealWrite, uuid: string): void {
  // What is deleted already is.
  if (!write.deal.custom_keys.has(uuid) && write.deal.bin.has(uuid)) return;
  write.deal.bin.set(uuid, { field: customKey(write, uuid) });
  write.deal.custom_keys.delete(uuid);
  write.log('custom_keys', uuid, [], true);
  orderCustomKeys(write, customKeysInOrder(write));
}

export function customKey(write: DealWrite, uuid: string): CustomKey {
  const row = write.deal.custom_keys.get(uuid);
  if (!row) throw new Refusal('not_found', 'There is no such field.');
  return row;
}

export function customKeysInOrder(write: DealWrite): CustomKey[] {
  return [...write.deal.custom_keys.values()].toSorted((one, other) => one.order - other.order);
}

export function orderCustomKeys(write: DealWrite, rows: readonly CustomKey[]): void {
  for (const [order, row] of rows.entries()) {
    if (row.order === order) continue;
    write.deal.custom_keys.set(row.uuid, { ...row, order, ...write.stamp() });
    write.log('custom_keys', row.uuid, ['order']);
  }
}

export function assertKeyIsFree(write: DealWrite, key: string, but: string): void {
  const others = [...write.deal.custom_keys.values()].filter(({ uuid }) => uuid !== but);
  if (others.some((other) => other.key === key))
    throw new Refusal('invalid', 'There is such a field already.');
}

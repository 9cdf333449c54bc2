import type { Item, ItemEdits } from '../../../../src/contract/entities/checklist/item.ts';
import type { Transaction } from '../../../../src/contract/entities/transactions/transaction.ts';
import { assertVersionOf } from './model-documents.ts';
import { changedFields, Refusal, type DealWrite } from './model-write.ts';

const OF_ITEM = ['name', 'description', 'document', 'complete', 'for_signing'] as const;
const OF_DEAL = ['name', 'client_name', 'matter_number'] as const;

/** Changes an item's fields, or which of its versions is the current one (as server/commands/checklist/update-item.ts). */
export function updateItem(write: DealWrite, uuid: string, edits: ItemEdits): void {
  const item = write.deal.items.get(uuid);
  if (!item) throw new Refusal('not_found', 'There is no such document.');
  const fields = changedFields(item, edits, OF_ITEM);
  write.assertUnchanged(uuid, fields, item);
  if (edits.document !== undefined) assertVersionOf(write, uuid, edits.document);
  if (fields.length === 0) return;
  // A version that becomes current is no longer pending.
  const waits = edits.document === item.pending_version_document ? { pending_version_document: null } : {};
  write.deal.items.set(uuid, { ...item, ...pick<Item>(edits, fields), ...waits, ...write.stamp() });
  // The check of a device's own edits looks for the last change of each field, and the pending version is a
  // separate field.
  write.log('items', uuid, [...fields, ...Object.keys(waits)]);
}

export function updateDeal(
  write: DealWrite,
  edits: Partial<Pick<Transaction, (typeof OF_DEAL)[number]>>,
): void {
  const { row } = write.deal;
  const fields = changedFields(row, edits, OF_DEAL);
  write.assertUnchanged(row.uuid, fields, row);
  if (fields.length === 0) return;
  const { modified_at, modified_by } = write.stamp();
  write.deal.row = { ...row, ...pick<Transaction>(edits, fields), modified_at, modified_by };
  write.log('transactions', row.uuid, fields);
}

/** Deletes the deal for everybody. Its content is not changed. */
export function deleteDeal(write: DealWrite): void {
  const { deal, by } = write;
  if (deal.row.created_by.uuid !== by.user)
    throw new Refusal('not_allowed', 'Only the person who opened this transaction can do this.');
  deal.deleted = true;
  write.log('transactions', deal.row.uuid, [], true);
}

function pick<Row>(edits: object, fields: readonly string[]): Partial<Row> {
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(edits, field)])) as Partial<Row>;
}

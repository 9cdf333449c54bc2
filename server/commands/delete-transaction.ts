import type { DealWrite } from './deal-scope.ts';

/** Marks the deal deleted. Nothing below it is touched: without its deal no row can be reached. */
export async function deleteTransaction(scope: DealWrite): Promise<undefined> {
  const { tx, deal, now, actor } = scope;
  await tx
    .updateTable('transactions')
    .set({ deleted_at: now, deleted_by: actor, modified_at: now, modified_by: actor })
    .where('uuid', '=', deal.uuid)
    .execute();
  scope.remove('transactions', deal.uuid, { name: deal.name });
}

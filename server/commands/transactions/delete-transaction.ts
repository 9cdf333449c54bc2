import { purgeDealKind } from '../../queue/job-kinds.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Marks the deal as deleted. Nothing below it changes, because no row can be reached without its deal. A purge that waits for
 * a lost file is restarted, because nobody could replace that file anymore.
 */
export async function deleteTransaction(scope: DealWrite): Promise<undefined> {
  const { services, tx, deal, now, actor } = scope;
  await tx
    .updateTable('transactions')
    .set({ deleted_at: now, deleted_by: actor, modified_at: now, modified_by: actor })
    .where('uuid', '=', deal.uuid)
    .execute();
  scope.remove('transactions', deal.uuid, { name: deal.name });
  if (deal.purge_problem === null) return;
  const asked_at = deal.purge_asked_at?.toISOString() ?? null;
  await services.jobs.enqueue(tx, purgeDealKind, { deal: deal.uuid, asked_at });
}

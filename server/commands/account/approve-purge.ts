import { purgeDealKind } from '../../queue/job-kinds.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import { DealWrite } from '../../store/deals/deal-write.ts';
import type { TransactionRow, Tx } from '../../store/tables.ts';
import { lockOwnDeals } from '../transactions/lock-own-deals.ts';

/**
 * Approves archiving and deleting the files of deals, all of the deals or none. From then on, the deals accept no files. An
 * earlier approval that isn't complete is retried.
 * @throws {Refusal} `not_found` for deals of others
 */
export async function approvePurge(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { transactions }: { transactions: readonly string[] },
): Promise<undefined> {
  for await (const deal of lockOwnDeals(tx, user, transactions)) {
    const { uuid } = deal;
    if (deal.purged_at !== null) continue;
    const asked = services.now();
    const { organization } = deal;
    await recordAct(tx, asked, { act: 'purge.approved', actor: user.uuid, organization, transaction: uuid });
    await services.jobs.enqueue(tx, purgeDealKind, { deal: uuid, asked_at: asked.toISOString() });
    if (deal.purge_approved_at !== null) {
      const again = { purge_asked_at: asked, purge_problem: null, purge_problem_document: null };
      await tx.updateTable('transactions').set(again).where('uuid', '=', uuid).execute();
      continue;
    }
    const scope = new DealWrite({ services, tx, deal, user, command: 'organization.approvePurge' });
    await tx
      .updateTable('transactions')
      .set({ purge_approved_at: scope.now, purge_approved_by: user.uuid, purge_asked_at: asked })
      .where('uuid', '=', uuid)
      .execute();
    scope.put('transactions', uuid);
    await scope.close();
  }
}

/** @throws {Refusal} `not_allowed` once the purge of the deal was approved */
export function assertTakesFiles({ purge_approved_at }: Pick<TransactionRow, 'purge_approved_at'>): void {
  if (purge_approved_at === null) return;
  throw new Refusal(
    'not_allowed',
    'The files of this transaction were archived and removed, so you can’t add files.',
  );
}

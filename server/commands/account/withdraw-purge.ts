import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';
import { lockOwnDeals } from '../transactions/lock-own-deals.ts';

/**
 * Withdraws the approval of purges, as long as no file was removed: all of them, or none. The deals accept files again. A
 * running job detects this before it removes anything.
 * @throws {Refusal} `not_found` for deals of others, `not_allowed` once a deal's files are in its archive
 */
export async function withdrawPurge(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { transactions }: { transactions: readonly string[] },
): Promise<undefined> {
  for await (const deal of lockOwnDeals(tx, user, transactions)) {
    if (deal.purge_approved_at === null) continue;
    if (deal.archived_at !== null)
      throw new Refusal(
        'not_allowed',
        `The files of “${deal.name}” are already archived, so this can’t be undone.`,
      );
    const scope = new DealWrite({ services, tx, deal, user, command: 'organization.withdrawPurge' });
    await tx
      .updateTable('transactions')
      .set({
        purge_approved_at: null,
        purge_approved_by: null,
        purge_asked_at: null,
        purge_problem: null,
        purge_problem_document: null,
      })
      .where('uuid', '=', deal.uuid)
      .execute();
    scope.put('transactions', deal.uuid);
    scope.record('purge.withdrawn');
    await scope.close();
  }
}

import type { Transaction } from '../../../src/contract/entities/transactions/transaction.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { listParticipants } from '../../store/deals/participants.ts';
import { readTransaction } from './read-transaction.ts';
import { notOnIt } from './remove-participant.ts';

/**
 * Archives a deal for the reader, or undoes that. Nothing changes for others.
 * @throws {Refusal} `not_allowed` if the reader is not a participant, but sees it as an admin
 */
export async function archiveTransaction(
  scope: DealWrite,
  { archived }: { id: string; archived: boolean },
): Promise<Transaction> {
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = rows.find(({ user_uuid, deleted }) => user_uuid === scope.actor && !deleted);
  if (!row) throw notOnIt();
  if (row.archived !== archived) {
    await scope.tx
      .updateTable('participants')
      .set({ archived, ...scope.stamp })
      .where('uuid', '=', row.uuid)
      .execute();
    scope.put('participants', row.uuid, { fields: ['archived'], name: row.full_name });
    // The counter is in the deal's own row, so it must be increased before the row is read.
    await scope.close();
  }
  return readTransaction(scope.asRead);
}

import type { Transaction } from '../../../src/contract/entities/transactions/transaction.ts';
import { presentTransaction } from '../../present/present-transaction.ts';
import type { Services } from '../../services.ts';
import { invitationsTo } from '../../store/account/invitations.ts';
import { dealForReader } from '../../store/deals/deal-list.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { listParticipants } from '../../store/deals/participants.ts';

export async function readTransaction({ deal, ...reader }: DealRead): Promise<Transaction> {
  return dealTransaction(reader, deal.uuid);
}

/** A deal that the reader can see, even a deleted one. */
export async function dealTransaction(
  { services, tx, user }: Omit<DealRead, 'deal'>,
  uuid: string,
): Promise<Transaction> {
  const row = await dealForReader(tx, user, uuid);
  const participants = await listParticipants(tx, uuid);
  const invitations = (await invitationsTo(tx, [uuid])).get(uuid) ?? [];
  return presentTransaction(row, { participants, invitations }, asOf(services));
}

function asOf(services: Services): { publicUrl: string; now: Date } {
  return { publicUrl: services.settings.publicUrl, now: services.now() };
}

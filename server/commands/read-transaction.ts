import type { Transaction } from '../../src/contract/entities/transaction.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { presentTransaction } from '../present/present-transaction.ts';
import type { Services } from '../services.ts';
import { invitationsTo } from '../store/invitations.ts';
import { noteAccess } from '../store/access-log.ts';
import { listParticipants, participantsOf } from '../store/participants.ts';
import { dealForReader, listDeals } from '../store/transactions.ts';
import type { Tx } from '../store/tables.ts';
import type { DealRead } from './deal-scope.ts';

export async function readTransaction({ deal, ...reader }: DealRead): Promise<Transaction> {
  return dealTransaction(reader, deal.uuid);
}

/** A deal that the reader may see, even a deleted one. */
export async function dealTransaction(
  { services, tx, user }: Omit<DealRead, 'deal'>,
  uuid: string,
): Promise<Transaction> {
  const row = await dealForReader(tx, user, uuid);
  const participants = await listParticipants(tx, uuid);
  const invitations = (await invitationsTo(tx, [uuid])).get(uuid) ?? [];
  return presentTransaction(row, { participants, invitations }, asOf(services));
}

/** The user's deals, the newest first. */
export async function listTransactions(
  services: Services,
  user: SignedInUser,
  archived: boolean,
): Promise<Transaction[]> {
  const { deals, noted } = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx: Tx) => {
      const rows = await listDeals(tx, user, archived);
      const deals = rows.map((row) => row.uuid);
      const participants = await participantsOf(tx, deals);
      const invitations = await invitationsTo(tx, deals);
      return {
        deals: rows.map((row) =>
          presentTransaction(
            row,
            {
              participants: participants.get(row.uuid) ?? [],
              invitations: invitations.get(row.uuid) ?? [],
            },
            asOf(services),
          ),
        ),
        noted: rows.flatMap(({ uuid, organization, noted_as: acting_as }) =>
          acting_as === null
            ? []
            : [{ organization, transaction: uuid, user_uuid: user.uuid, acting_as, act: 'listed' as const }],
        ),
      };
    });
  await noteAccess(services.db, noted, services.now());
  return deals;
}

function asOf(services: Services): { publicUrl: string; now: Date } {
  return { publicUrl: services.settings.publicUrl, now: services.now() };
}

import type { Access, Participant } from '../../../src/contract/entities/transactions/participant.ts';
import { presentParticipant } from '../../present/present-participant.ts';
import { Refusal } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { listParticipants, participantAmong } from '../../store/deals/participants.ts';

/**
 * Sets whether a participant can edit the deal or only view it.
 * @throws {Refusal} `not_found`; `not_allowed` for oneself
 */
export async function setParticipantAccess(
  scope: DealWrite,
  { id, access }: { id: string; access: Access },
): Promise<Participant> {
  const { tx, deal } = scope;
  const row = participantAmong(await listParticipants(tx, deal.uuid), id);
  if (row.user_uuid === scope.actor) {
    throw new Refusal(
      'not_allowed',
      'You can’t change your own access. Ask another owner of the transaction.',
    );
  }
  if (row.access === access) return presentParticipant(row);
  await tx
    .updateTable('participants')
    .set({ access, ...scope.stamp })
    .where('uuid', '=', id)
    .execute();
  scope.record('participant.access_changed', { subject: row.user_uuid, detail: { access, was: row.access } });
  scope.put('participants', id, { fields: ['access'], name: row.full_name, values: { access } });
  return presentParticipant(participantAmong(await listParticipants(tx, deal.uuid), id));
}

import type * as z from 'zod';
import type {
  Access,
  Participant,
  participantEditsSchema,
} from '../../../src/contract/entities/transactions/participant.ts';
import { assertOwnsDeal, assertWritesDeal } from '../../policies/deal-access.ts';
import { presentParticipant } from '../../present/present-participant.ts';
import { Refusal } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import {
  listParticipants,
  participantAmong,
  type ParticipantWithUser,
} from '../../store/deals/participants.ts';

type Edits = z.output<typeof participantEditsSchema>;

/**
 * Sets whether a participant can edit the deal or only view it, or whether the user is notified of what signatories do.
 * @throws {Refusal} `not_found`; `not_allowed` for the user's own access, for somebody else's notifications, and for setting
 * access without owning the deal
 */
export async function updateParticipant(
  scope: DealWrite,
  { id, access, send_esigning_notifications: hears }: { id: string } & Edits,
): Promise<Participant> {
  const { tx, deal } = scope;
  const row = participantAmong(await listParticipants(tx, deal.uuid), id);
  if (access !== undefined) await setAccess(scope, row, access);
  if (hears !== undefined) await setNotifications(scope, row, hears);
  return presentParticipant(participantAmong(await listParticipants(tx, deal.uuid), id));
}

async function setAccess(scope: DealWrite, row: ParticipantWithUser, access: Access): Promise<void> {
  const { user } = scope.asRead;
  await assertWritesDeal(scope.tx, scope.deal, user);
  assertOwnsDeal(scope.deal, user);
  if (row.user_uuid === scope.actor) {
    throw new Refusal(
      'not_allowed',
      'You can’t change your own access. Ask another owner of the transaction.',
    );
  }
  if (row.access === access) return;
  await scope.tx
    .updateTable('participants')
    .set({ access, ...scope.stamp })
    .where('uuid', '=', row.uuid)
    .execute();
  scope.record('participant.access_changed', { subject: row.user_uuid, detail: { access, was: row.access } });
  scope.put('participants', row.uuid, { fields: ['access'], name: row.full_name, values: { access } });
}

async function setNotifications(scope: DealWrite, row: ParticipantWithUser, hears: boolean): Promise<void> {
  if (row.user_uuid !== scope.actor)
    throw new Refusal('not_allowed', 'You can only change your own notifications.');
  if (row.send_esigning_notifications === hears) return;
  await scope.tx
    .updateTable('participants')
    .set({ send_esigning_notifications: hears, ...scope.stamp })
    .where('uuid', '=', row.uuid)
    .execute();
  scope.put('participants', row.uuid, { fields: ['send_esigning_notifications'], name: row.full_name });
}

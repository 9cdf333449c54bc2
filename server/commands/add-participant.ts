import { v7 } from 'uuid';
import type * as z from 'zod';
import type { newParticipantSchema, Participant } from '../../src/contract/entities/participant.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { presentParticipant } from '../present/present-participant.ts';
import { invalid } from '../refusal.ts';
import { addNotification } from '../store/notifications.ts';
import { listParticipants, participantAmong } from '../store/participants.ts';
import { fullName, memberAmong } from '../store/users.ts';
import type { DealWrite } from './deal-scope.ts';
import { uuidTaken } from './own-row.ts';

/**
 * Has somebody work on a deal. Who does already stays as they are, and who did comes back as the participant that they
 * were.
 * @throws {Refusal} `invalid` where it is nobody of the deal's organization, of the actor's or of the deal itself
 */
export async function addParticipant(
  scope: DealWrite,
  input: z.output<typeof newParticipantSchema>,
): Promise<Participant> {
  const { tx, deal } = scope;
  const rows = await listParticipants(tx, deal.uuid);
  const known = rows.find(({ user_uuid }) => user_uuid === input.user_uuid);
  if (known && !known.deleted) return presentParticipant(known);
  if (!known) {
    await assertMayJoin(scope, input.user_uuid);
    await assertIsFree(scope, input.uuid);
  }
  const uuid = await joinDeal(scope, { uuid: input.uuid, user: input.user_uuid });
  if (scope.user && input.user_uuid !== scope.actor) await tellAdded(scope, scope.user, input.user_uuid);
  return presentParticipant(participantAmong(await listParticipants(tx, deal.uuid), uuid));
}

async function tellAdded({ tx, deal, now }: DealWrite, by: SignedInUser, user_uuid: string): Promise<void> {
  const title = `${by.first_name} ${by.last_name} has added you to “${deal.name}”.`;
  const about = { user_uuid, transaction: deal.uuid, document: null };
  await addNotification(tx, { level: 'info', notification_type: 'participant_added', title, ...about }, now);
}

/** Has somebody work on the deal who may: who did before comes back. Answers the participant's id. */
export async function joinDeal(
  scope: DealWrite,
  { uuid, user }: { uuid?: string | undefined; user: string },
): Promise<string> {
  const { tx, deal, stamp } = scope;
  const rows = await listParticipants(tx, deal.uuid);
  const known = rows.find(({ user_uuid }) => user_uuid === user);
  if (!known) return insertParticipant(scope, { uuid, user });
  if (!known.deleted) return known.uuid;
  await tx
    .updateTable('participants')
    .set({ deleted: false, archived: false, ...stamp })
    .where('uuid', '=', known.uuid)
    .execute();
  scope.put('participants', known.uuid, { name: known.full_name });
  return known.uuid;
}

/** Writes somebody who has never worked on the deal; answers the participant's id. */
export async function insertParticipant(
  scope: DealWrite,
  { uuid = v7(), user, creator = false }: { uuid?: string | undefined; user: string; creator?: boolean },
): Promise<string> {
  const { tx, deal, now, stamp } = scope;
  await tx
    .insertInto('participants')
    .values({
      uuid,
      transaction: deal.uuid,
      user_uuid: user,
      creator,
      deleted: false,
      archived: false,
      created_at: now,
      ...stamp,
    })
    .execute();
  const { name } = await tx
    .selectFrom('users')
    .select(fullName('users').as('name'))
    .where('uuid', '=', user)
    .executeTakeFirstOrThrow();
  scope.put('participants', uuid, { name });
  return uuid;
}

async function assertMayJoin({ tx, deal, user }: DealWrite, person: string): Promise<void> {
  const firms = [deal.organization, ...(user ? [user.organization] : [])];
  if (await memberAmong(tx, firms, person)) return;
  // Whether there is such a person at all is nobody's to learn.
  throw invalid('Only people of your organization can be added to this transaction.', 'user_uuid');
}

async function assertIsFree({ tx }: DealWrite, uuid: string | undefined): Promise<void> {
  if (uuid === undefined) return;
  const taken = await tx
    .selectFrom('participants')
    .select('uuid')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (taken) throw uuidTaken('uuid');
}

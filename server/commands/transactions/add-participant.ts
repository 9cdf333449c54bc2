import { v7 } from 'uuid';
import type * as z from 'zod';
import type {
  Access,
  newParticipantSchema,
  Participant,
} from '../../../src/contract/entities/transactions/participant.ts';
import { assertMayInvite } from '../../policies/deal-access.ts';
import { presentParticipant } from '../../present/present-participant.ts';
import { invalid } from '../../refusal.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { acquaintance, fullName, type SignedInUser } from '../../store/account/users.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { listParticipants, participantAmong } from '../../store/deals/participants.ts';
import { uuidTaken } from '../own-row.ts';

/**
 * Adds somebody to a deal. Existing participants stay as they are; a former one returns with their earlier id.
 * @throws {Refusal} `invalid` for somebody with whom the actor shares neither an organization nor a deal;
 * `not_allowed` for guests of the deal, unless it allows them to add people
 */
export async function addParticipant(
  scope: DealWrite,
  input: z.output<typeof newParticipantSchema>,
): Promise<Participant> {
  const { tx, deal, asRead } = scope;
  const rows = await listParticipants(tx, deal.uuid);
  const email = input.email?.toLowerCase();
  const known = rows.find((row) => row.user_uuid === input.user_uuid || row.email.toLowerCase() === email);
  if (known && !known.deleted) return presentParticipant(known);
  assertMayInvite(deal, asRead.user);
  const user = await personToAdd(scope, input, known?.user_uuid);
  if (!known) await assertIsFree(scope, input.uuid);
  const uuid = await joinDeal(scope, { uuid: input.uuid, user, access: input.access });
  if (user !== scope.actor) await tellAdded(scope, asRead.user, user);
  return presentParticipant(participantAmong(await listParticipants(tx, deal.uuid), uuid));
}

async function tellAdded({ tx, deal, now }: DealWrite, by: SignedInUser, user_uuid: string): Promise<void> {
  const title = `${by.first_name} ${by.last_name} added you to “${deal.name}”.`;
  const about = { user_uuid, transaction: deal.uuid, document: null };
  await addNotification(tx, { level: 'info', notification_type: 'participant_added', title, ...about }, now);
}

/** Adds a permitted person to the deal; a former participant returns. Returns the participant's id. */
export async function joinDeal(
  scope: DealWrite,
  { uuid, user, access = 'full' }: { uuid?: string | undefined; user: string; access?: Access | undefined },
): Promise<string> {
  const { tx, deal, stamp } = scope;
  const rows = await listParticipants(tx, deal.uuid);
  const known = rows.find(({ user_uuid }) => user_uuid === user);
  if (!known) return insertParticipant(scope, { uuid, user, access });
  if (!known.deleted) return known.uuid;
  await tx
    .updateTable('participants')
    .set({ deleted: false, archived: false, access, ...stamp })
    .where('uuid', '=', known.uuid)
    .execute();
  scope.put('participants', known.uuid, { name: known.full_name });
  scope.record('participant.added', { subject: user });
  return known.uuid;
}

/** Inserts a new participant and returns their id. */
export async function insertParticipant(
  scope: DealWrite,
  {
    uuid = v7(),
    user,
    creator = false,
    access = 'full',
  }: { uuid?: string | undefined; user: string; creator?: boolean; access?: Access },
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
      access,
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
  scope.record('participant.added', { subject: user });
  return uuid;
}

/** Returns a former participant, or somebody whom the actor knows. It doesn't reveal whether anyone else exists. */
async function personToAdd(
  { tx, asRead: { user } }: DealWrite,
  { user_uuid, email }: { user_uuid?: string | undefined; email?: string | undefined },
  known: string | undefined,
): Promise<string> {
  if (known !== undefined) return known;
  const person = await acquaintance(tx, user, { uuid: user_uuid, email: email?.toLowerCase() });
  if (person !== null) return person;
  throw invalid(
    'You can add people from your organization and people you share a transaction with. Invite anyone else by email.',
    email === undefined ? 'user_uuid' : 'email',
  );
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

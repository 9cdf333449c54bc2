import { sql, type Kysely } from 'kysely';
import { notFound } from '../../refusal.ts';
import type { ParticipantRow, Tables, Tx } from '../tables.ts';
import { fullName } from '../account/users.ts';

export type ParticipantWithUser = ParticipantRow & {
  full_name: string;
  email: string;
  /** Null if they are on the deal with a disabled account, so that nobody acts for the organization through it. */
  organization: string | null;
};

/** Participants of several deals, by deal, including former ones, in the order in which they were added. */
export async function participantsOf(
  tx: Tx,
  deals: readonly string[],
): Promise<Map<string, ParticipantWithUser[]>> {
  const byDeal = new Map<string, ParticipantWithUser[]>(deals.map((deal) => [deal, []]));
  if (deals.length === 0) return byDeal;
  const rows = await participantsWithUsers(tx)
    .where(sql<boolean>`participants.transaction = any(${deals}::uuid[])`)
    .orderBy('participants.created_at')
    .orderBy('participants.uuid')
    .execute();
  for (const row of rows) byDeal.get(row.transaction)?.push(row);
  return byDeal;
}

function participantsWithUsers(tx: Tx) {
  return tx
    .selectFrom('participants')
    .innerJoin('users', 'users.uuid', 'participants.user_uuid')
    .selectAll('participants')
    .select(['users.email', fullName('users').as('full_name')])
    .select(
      sql<
        string | null
      >`case when users.disabled_at is null or participants.deleted then users.organization end`.as(
        'organization',
      ),
    );
}

/** Participants by their ids, including former ones. */
export async function participantsByIds(tx: Tx, uuids: readonly string[]): Promise<ParticipantWithUser[]> {
  return participantsWithUsers(tx)
    .where(sql<boolean>`participants.uuid = any(${uuids}::uuid[])`)
    .execute();
}

/** All participants of one deal, including former ones. */
export async function listParticipants(tx: Tx, deal: string): Promise<ParticipantWithUser[]> {
  return (await participantsOf(tx, [deal])).get(deal) ?? [];
}

/**
 * The organizations of a deal's participants, including former ones and disabled accounts, and of the people who added or
 * removed them.
 */
export async function firmsOfParticipants(tx: Tx, deal: string) {
  return tx
    .selectFrom('participants')
    .innerJoin('users', 'users.uuid', 'participants.user_uuid')
    .leftJoin('users as changer', 'changer.uuid', 'participants.modified_by')
    .select(['users.organization', 'participants.deleted', 'changer.organization as modifiedFor'])
    .select(sql<boolean>`users.disabled_at is not null`.as('disabled'))
    .where('participants.transaction', '=', deal)
    .execute();
}

/** One of the deal's participants. @throws {Refusal} `not_found` */
export function participantAmong(rows: readonly ParticipantWithUser[], uuid: string): ParticipantWithUser {
  const row = rows.find((each) => each.uuid === uuid);
  if (!row) throw notFound('This participant');
  return row;
}

/** Returns the deal in which a user is or was the participant with this id, or null. */
export async function dealOfParticipant(db: Kysely<Tables>, uuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('participants')
    .select('transaction')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.transaction ?? null;
}

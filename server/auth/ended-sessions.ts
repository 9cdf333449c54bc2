import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { DAY_MS, KEPT_DAYS } from '../../src/contract/retention.ts';
import { Refusal } from '../refusal.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import type { Tables, Tx, UserRow } from '../store/tables.ts';
import { endSignIns } from './sessions.ts';

type Ended = { reason: 'disabled' | 'removed'; organization_name: string };

/**
 * Ends all sessions of a user whose access an administrator has ended. Hashes of their tokens are kept for a while,
 * so that each device learns why it is signed out and removes the organization's data.
 */
export async function endAccess(
  tx: Tx,
  { uuid, organization }: Pick<UserRow, 'uuid' | 'organization'>,
  { reason, at }: { reason: Ended['reason']; at: Date },
): Promise<void> {
  await tx
    .insertInto('ended_sessions')
    .columns(['token_hash', 'user_uuid', 'organization', 'reason', 'ended_at'])
    .expression((is) =>
      is
        .selectFrom('sessions')
        .select([
          'token_hash',
          'user_uuid',
          is.val(organization).as('organization'),
          is.val(reason).as('reason'),
          is.val(at).as('ended_at'),
        ])
        .where('user_uuid', '=', uuid),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await endSignIns(tx, uuid);
}

/** Why an administrator ended the session of this token; null if none did. */
export async function endedSession(
  db: Kysely<Tables>,
  token: string,
  asUser: string | null,
): Promise<Refusal | null> {
  const row = await db
    .selectFrom('ended_sessions')
    .innerJoin('organizations', 'organizations.uuid', 'ended_sessions.organization')
    .select(['ended_sessions.reason', 'organizations.name as organization_name'])
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .$if(asUser !== null, (query) => query.where('user_uuid', '=', asUser ?? ''))
    .executeTakeFirst();
  return row ? new Refusal('access_ended', inWords(row)) : null;
}

/** Deletes the records of sessions that were ended 90 days ago. */
export async function sweepEndedSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await deleteInBatches(db, 'ended_sessions', sql<boolean>`ended_at < ${before}`);
}

function inWords({ reason, organization_name: name }: Ended): string {
  return reason === 'disabled'
    ? `An administrator of ${name} has disabled your account.`
    : `An administrator has removed you from ${name}. Sign in again to see what other organizations share with you.`;
}

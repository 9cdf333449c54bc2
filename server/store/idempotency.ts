import { sql } from 'kysely';
import { DAY_MS, KEPT_DAYS } from '../../src/contract/retention.ts';
import { invalid } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { Tx } from './tables.ts';

export type Keyed = { user: string; key: string; requestHash: string };

/**
 * The stored part of a response: the ids of a success, or the body of a refusal. `ids` undefined = a success without a body;
 * `refusal` undefined = no refusal.
 */
export type StoredAnswer = { status: number; ids?: unknown; refusal?: unknown; deal: string | null };

/**
 * The response that this user's key got before; undefined if it is new. The same key waits here until the request
 * that holds it has ended, so that two at once have one effect.
 * @throws {Refusal} `invalid` if the key was used for another request
 */
export async function findAnswer(tx: Tx, keyed: Keyed): Promise<StoredAnswer | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${keyed.user} ${keyed.key}`}, 0))`.execute(tx);
  const known = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'ids', 'refusal', 'transaction'])
    .where('user_uuid', '=', keyed.user)
    .where('key', '=', keyed.key)
    .executeTakeFirst();
  if (!known) return undefined;
  if (known.request_hash !== keyed.requestHash) {
    throw invalid('This Idempotency-Key was used for another request. Send a new one.', 'Idempotency-Key');
  }
  return {
    status: known.status,
    ...(known.ids !== null && { ids: parseJson(known.ids) }),
    ...(known.refusal !== null && { refusal: parseJson(known.refusal) }),
    deal: known.transaction,
  };
}

/** Returns whether this user's key already has its response, without waiting for a request that holds it. */
export async function isAnswered(tx: Tx, { user, key }: Pick<Keyed, 'user' | 'key'>): Promise<boolean> {
  const known = await tx
    .selectFrom('idempotency_keys')
    .select('key')
    .where('user_uuid', '=', user)
    .where('key', '=', key)
    .executeTakeFirst();
  return known !== undefined;
}

/** Stores the response, in the transaction of its effect. */
export async function keepAnswer(tx: Tx, keyed: Keyed, answer: StoredAnswer, now: Date): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({
      user_uuid: keyed.user,
      key: keyed.key,
      request_hash: keyed.requestHash,
      status: answer.status,
      ids: answer.ids === undefined ? null : JSON.stringify(answer.ids),
      refusal: answer.refusal === undefined ? null : JSON.stringify(answer.refusal),
      transaction: answer.deal,
      created_at: now,
    })
    .execute();
}

function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value;
}

/** Deletes responses older than 90 days, because no client repeats older requests. */
export async function sweepAnswers({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const limit = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteInBatches(db, 'idempotency_keys', sql`created_at < ${limit}`);
}

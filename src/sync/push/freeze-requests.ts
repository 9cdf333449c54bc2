import type { Mutation } from '../../db/outbox/command.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { Draft } from '../../db/outbox/draft.ts';
import { fold, loadTruth } from '../../db/outbox/fold.ts';
import type { FrozenRequest } from '../../db/rows.ts';

/**
 * Computes an edit's request from the state after the previous edits (`before`), and stores it. From now on, its key means
 * exactly this request, and the edit counts as attempted (SPEC: PUSH2). Inside a transaction over `outbox`. `at` is the
 * current time, ISO.
 */
export async function freezeRequest(
  db: MirrorDatabase,
  mutation: Mutation,
  before: Draft,
  at: string,
): Promise<FrozenRequest> {
  const request = mutation.request(before);
  await db.outbox.where({ id: mutation.row.id }).modify({ request, state: 'attempted', attemptedAt: at });
  return request;
}

/**
 * The same for every edit of a lane that the server has not accepted and that is not frozen yet. `mutations` are all
 * of the lane's, in order. Inside a transaction over the folded tables.
 */
export async function freezeLane(
  db: MirrorDatabase,
  lane: string,
  mutations: readonly Mutation[],
  at: string,
): Promise<void> {
  const draft = await loadTruth(db, lane, mutations);
  for (const mutation of mutations) {
    const { state, request } = mutation.row;
    if (state !== 'acked' && !request) await freezeRequest(db, mutation, draft, at);
    fold(draft, [mutation]);
  }
}

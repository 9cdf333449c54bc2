import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import { DAY_MS, KEPT_DAYS } from '../../contract/retention.ts';
import type { Mutation } from '../../db/outbox/command.ts';
import { originOf } from '../../db/outbox/origin.ts';
import { addDocumentsDefinition } from '../../db/commands/documents/add-documents-to-transaction.ts';
import { announceChanges, numberChanges } from '../../db/change-sets.ts';
import { fold, foldedTables, loadTruth, refold } from '../../db/outbox/fold.ts';
import type { Collection, Conflict, FrozenRequest } from '../../db/rows.ts';
import { keepSent } from '../../db/outbox/sent-edits.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Setback } from './answer.ts';
import { retry } from './classify.ts';
import { freezeRequest } from './freeze-requests.ts';
import { readLane, reject, shelveUnreadable } from './lane.ts';
import { assertLeads, nextTick, type Leadership } from '../engine/leader.ts';
import { remapIds } from './remap-ids.ts';
import { notifyBatch } from './notify-batch.ts';
import type { Transport } from '../transport/transport.ts';

/** An edit of this age may have outlived its Idempotency-Key on the server, so sending it again could apply it twice. */
const ATTEMPT_EXPIRES_MS = KEPT_DAYS * DAY_MS;

/**
 * The deal's version when the edit was made. Anything that others did to a row that the server has not sent yet is later
 * (PUSH8).
 */
const FIRST_VERSION = 1;

export type Pushed =
  | { outcome: 'idle' }
  | { outcome: 'sent' | 'refused'; refreshes: readonly Collection[] }
  /** `edit` is the id of the edit that should be sent again. */
  | { outcome: 'held'; edit: string; setback: Exclude<Setback, { kind: 'rejected' }> };

/** Sends the first edit of a deal that is not acknowledged yet, and records the result. */
export async function pushNext(leadership: Leadership, transport: Transport, lane: string): Promise<Pushed> {
  const attempt = await beginAttempt(leadership, lane);
  if (attempt === 'unreadable') {
    await shelveUnreadable(leadership, lane);
    return pushNext(leadership, transport, lane);
  }
  if (!attempt) return { outcome: 'idle' };
  const { mutation, request, origin } = attempt;
  const { row } = mutation;
  if (row.attemptedAt && Date.now() - Date.parse(row.attemptedAt) > ATTEMPT_EXPIRES_MS) {
    await reject(leadership, row, {
      toast: mutation.failure,
      reason: 'It was sent or exported more than 90 days ago and may have arrived.',
      code: 'expired',
    });
    return { outcome: 'refused', refreshes: mutation.refreshes };
  }
  const answer = await transport.send(request, {
    idempotencyKey: row.id,
    baseVersion: row.baseVersion === undefined ? undefined : Math.max(row.baseVersion, FIRST_VERSION),
    origin,
  });
  switch (answer.kind) {
    case 'ok':
      await acknowledge(leadership, mutation, answer.body);
      return { outcome: 'sent', refreshes: mutation.refreshes };
    case 'rejected':
      if (answer.code === ('on_checklist' satisfies ErrorCode)) {
        await acknowledgeKept(leadership, mutation);
        return { outcome: 'refused', refreshes: [...mutation.refreshes, 'elements'] };
      }
      await reject(leadership, row, {
        toast: mutation.failure,
        reason: answer.message,
        code: answer.code,
        ...conflictOf(answer.error),
      });
      return { outcome: 'refused', refreshes: mutation.refreshes };
    case 'not_modified':
      return { outcome: 'held', edit: row.id, setback: retry('The server’s response was unexpected.') };
    case 'retry':
      await leadership.db.outbox
        .where({ id: row.id })
        .modify({ lastError: answer.reason, unreachable: answer.unreachable });
      return { outcome: 'held', edit: row.id, setback: answer };
    case 'signed_out':
    case 'update_needed':
      return { outcome: 'held', edit: row.id, setback: answer };
  }
}

function conflictOf({ current, fields, changed_by, changed_at }: ErrorBody): { conflict?: Conflict } {
  if (!current) return {};
  return {
    conflict: {
      fields: fields ?? [],
      current,
      changedBy: changed_by ?? null,
      changedAt: changed_at ?? null,
    },
  };
}

/**
 * Before the first byte is sent, commits that the edit is being sent and its request. The request is computed once, from the
 * state after the previous edits, and never changes after that, so that its key always means the same request.
 */
async function beginAttempt(
  leadership: Leadership,
  lane: string,
): Promise<{ mutation: Mutation; request: FrozenRequest; origin: string | undefined } | 'unreadable' | null> {
  const { db } = leadership;
  return db.transaction('rw', foldedTables(db), async () => {
    await assertLeads(leadership);
    const { mutations, unreadable } = await readLane(leadership, lane);
    if (unreadable.length > 0) return 'unreadable';
    const index = mutations.findIndex((mutation) => mutation.row.state !== 'acked');
    const mutation = mutations[index];
    if (!mutation) return null;
    const origin = mutation.row.origin ?? (await originOf(db));
    if (mutation.row.request) return { mutation, request: mutation.row.request, origin };
    const before = await loadTruth(db, lane, mutations.slice(0, index + 1));
    fold(before, mutations.slice(0, index));
    const request = await freezeRequest(db, mutation, before, new Date().toISOString());
    return { mutation, request, origin };
  });
}

/** Records that the server has applied it. It stays in the fold until its collections, requested from now on, have arrived. */
async function acknowledge(leadership: Leadership, mutation: Mutation, answer: unknown): Promise<void> {
  const { db } = leadership;
  const { row, refreshes } = mutation;
  const [ids, success, done] = [mutation.remaps(answer), mutation.success(answer), mutation.done(answer)];
  const tables = [...foldedTables(db), db.rejected, db.sent, db.notices];
  const set = await db.transaction('rw', tables, async () => {
    await assertLeads(leadership);
    const tick = await nextTick(db);
    await notifyBatch(db, row, 'done');
    const isWaiting = await db.outbox
      .where({ id: row.id })
      .modify({ ...done, state: 'acked', tick, awaiting: refreshes });
    // An edit that the user set aside while it was being sent is in the tray, or settled. If an edit without a failure
    // message is rejected, nobody is notified (REJ11), so its loss needs no record either.
    if (isWaiting && mutation.failure !== null) await keepSent(db, { ...row, ...done }, new Date());
    if (success) {
      await db.notices.put({
        id: newUuid(),
        at: new Date().toISOString(),
        level: 'success',
        message: success,
      });
    }
    // If a file's row is gone here, the row from the server counts from now on.
    if (ids.size === 0 && row.name !== addDocumentsDefinition.name) return null;
    const waiting = ids.size === 0 ? [] : (await readLane(leadership, row.lane)).mutations;
    await remapIds(db, row.lane, ids, waiting);
    const { mutations } = await readLane(leadership, row.lane);
    return numberChanges(db, row.lane, await refold(db, row.lane, mutations, []));
  });
  if (set) announceChanges(db.userId, [set]);
}

/**
 * Handles a document that was to be deleted from the queue, but that the server has kept because it is on the checklist. The
 * edit stays in the fold like an acknowledged one, so that the document appears where it is now and never in the queue again
 * (SPEC: REJ14).
 */
async function acknowledgeKept(leadership: Leadership, { row, refreshes }: Mutation): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', db.outbox, db.notices, db.meta, async () => {
    await assertLeads(leadership);
    const tick = await nextTick(db);
    await notifyBatch(db, row, 'kept');
    await db.outbox.where({ id: row.id }).modify({ state: 'acked', tick, awaiting: refreshes });
  });
}

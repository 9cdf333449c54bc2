import { announceChanges, numberChanges, type ChangeSet } from '../../db/change-sets.ts';
import type { Mutation } from '../../db/outbox/command.ts';
import { foldedTables, refold } from '../../db/outbox/fold.ts';
import { decodeMutation } from '../../db/outbox/mutations.ts';
import {
  ACCOUNT_LANE,
  type Collection,
  type Conflict,
  type OutboxRow,
  type RejectedRow,
} from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { shelveFiles } from './shelve-files.ts';
import { notifyBatch } from './notify-batch.ts';

/** The code of edits that the user moved to the tray. */
export const SET_ASIDE = 'set_aside';

/**
 * The result of a rejection: the toast, the reason kept in the tray, the code, and what others did in the meantime. Without a
 * toast, the edit is reverted silently (SPEC: REJ11).
 */
export interface Refusal {
  toast: string | null;
  reason: string;
  code: string;
  conflict?: Conflict;
}

/** The edits of a deal in the outbox, in order. */
export async function laneRows({ db }: Pick<Leadership, 'db'>, lane: string): Promise<OutboxRow[]> {
  return db.outbox.where({ lane }).sortBy('seq');
}

/** The edits of a deal that the server's data does not include yet, in order. Unreadable ones are separate. */
export async function readLane(leadership: Pick<Leadership, 'db'>, lane: string): Promise<DecodedLane> {
  return decodeLane(leadership, await laneRows(leadership, lane));
}

/** Returns whether these edits create the deal: it was created on this device, and hasn't been in a list yet. */
export function isMadeHere(rows: readonly OutboxRow[], deal: string): boolean {
  // They may include rows that can't be read.
  return rows.some(({ creates }) => Array.isArray(creates) && creates.includes(deal));
}

export interface DecodedLane {
  mutations: Mutation[];
  unreadable: { row: OutboxRow; reason: string }[];
}

export function decodeLane({ db }: Pick<Leadership, 'db'>, rows: readonly OutboxRow[]): DecodedLane {
  const decoded = rows.map((row) => decodeMutation(row, db.userId));
  return {
    mutations: decoded.flatMap((each) => (each.ok ? [each.mutation] : [])),
    unreadable: decoded.flatMap((each) => (each.ok ? [] : [each])),
  };
}

/**
 * Releases edits that were acknowledged before a response was requested, and are therefore in it. They no longer wait for its
 * collections, and those that wait for nothing else leave. Returns the current rows, and whether any has changed.
 */
export async function releaseAcknowledged(
  { db }: Pick<Leadership, 'db'>,
  rows: readonly OutboxRow[],
  collections: readonly Collection[],
  tick: number,
): Promise<{ edits: readonly OutboxRow[]; settled: boolean }> {
  const isDone = ({ state, tick: acked = 0, awaiting = [] }: OutboxRow) =>
    state === 'acked' && acked < tick && awaiting.some((each) => collections.includes(each));
  const done = rows.filter(isDone).map((row) => ({
    ...row,
    awaiting: (row.awaiting ?? []).filter((each) => !collections.includes(each)),
  }));
  if (done.length === 0) return { edits: rows, settled: false };
  const waiting = done.filter(({ awaiting }) => awaiting.length > 0);
  const gone = new Set(done.filter(({ awaiting }) => awaiting.length === 0).map(({ seq }) => seq));
  await Promise.all([
    db.outbox.bulkPut(waiting),
    db.outbox.bulkDelete([...gone].filter((seq) => seq !== undefined)),
  ]);
  const standing = new Map(waiting.map((row) => [row.seq, row]));
  return {
    edits: rows.flatMap((row) => (gone.has(row.seq) ? [] : [standing.get(row.seq) ?? row])),
    settled: true,
  };
}

/** Moves unreadable rows to the tray, so that they neither vanish nor block the deal. */
export async function shelveUnreadable(leadership: Leadership, lane: string): Promise<void> {
  const { unreadable } = await readLane(leadership, lane);
  for (const { row, reason } of unreadable) {
    await reject(leadership, row, { toast: reason, reason, code: 'unreadable' });
  }
}

/** Also moves rows without a deal to the tray. */
export async function shelveStrays(leadership: Leadership): Promise<void> {
  const { db } = leadership;
  await db.transaction('rw', db.outbox, db.rejected, db.meta, async () => {
    await assertLeads(leadership);
    const strays = (await db.outbox.toArray()).filter(
      (row) => typeof row.lane !== 'string' || row.lane === '',
    );
    const at = new Date().toISOString();
    for (const { seq, id, name, args, madeAt } of strays) {
      const reason = 'This change was damaged on the device and can’t be sent.';
      await db.rejected.put({
        id: asKey(id),
        lane: ACCOUNT_LANE,
        name,
        args,
        madeAt,
        rejectedAt: at,
        reason,
        code: 'unreadable',
      });
      if (seq !== undefined) await db.outbox.delete(seq);
    }
  });
}

/**
 * Moves a rejected edit with its dependent edits from the outbox to the tray, and shows the deal without them. One
 * transaction.
 */
export async function reject(leadership: Leadership, refused: OutboxRow, refusal: Refusal): Promise<void> {
  const { db } = leadership;
  const tables = [...foldedTables(db), db.rejected, db.notices, db.files, db.fileBytes];
  const set = await db.transaction('rw', tables, async () => {
    await assertLeads(leadership);
    return rejectIn(leadership, refused, refusal);
  });
  announceChanges(db.userId, [set]);
}

/** The same, inside a transaction over the folded tables, `rejected`, `notices`, `files` and `fileBytes`. */
export async function rejectIn(
  leadership: Pick<Leadership, 'db'>,
  refused: OutboxRow,
  refusal: Refusal,
): Promise<ChangeSet> {
  const { db } = leadership;
  const { lane } = refused;
  const rows = await db.outbox.where({ lane }).sortBy('seq');
  const falling = dependents(rows, refused);
  const at = new Date().toISOString();
  const because = asKey(refused.id);
  if (refusal.toast !== null) {
    await db.rejected.bulkPut(
      falling.map((row) => asRejected(row, { seq: refused.seq, id: because }, refusal, at)),
    );
    await db.notices.put({ id: newUuid(), at, level: 'error', message: refusal.toast });
  }
  await notifyBatch(db, refused, 'refused');
  await db.outbox.bulkDelete(falling.flatMap((row) => (row.seq === undefined ? [] : [row.seq])));
  if (falling.some((row) => asIds(row.creates).includes(lane)))
    await shelveFiles(db, lane, { reason: refusal.reason, because });
  const { mutations } = await readLane(leadership, lane);
  return numberChanges(db, lane, await refold(db, lane, mutations, []));
}

/** Returns the rejected edit and every later one that names an id created by it or by one of its dependent edits. */
function dependents(rows: readonly OutboxRow[], refused: OutboxRow): OutboxRow[] {
  const created = new Set(asIds(refused.creates));
  const falling = rows.filter((row) => row.seq === refused.seq);
  for (const row of rows) {
    if ((row.seq ?? 0) <= (refused.seq ?? 0)) continue;
    // Every edit of a deal names the deal itself.
    if (!created.has(row.lane) && !asIds(row.refersTo).some((id) => created.has(id))) continue;
    falling.push(row);
    for (const id of asIds(row.creates)) created.add(id);
  }
  return falling;
}

/** Returns ids, because a damaged row may lack its lists. */
function asIds(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Returns an id, because a damaged row may lack its own and the tray needs one. */
function asKey(id: unknown): string {
  return typeof id === 'string' && id !== '' ? id : newUuid();
}

function asRejected(
  row: OutboxRow,
  refused: Pick<OutboxRow, 'seq' | 'id'>,
  refusal: Refusal,
  at: string,
): RejectedRow {
  const { id, lane, name, args, madeAt, seq, called, baseVersion } = row;
  const own = {
    lane,
    name,
    args,
    madeAt,
    rejectedAt: at,
    ...(seq !== undefined && { seq }),
    ...(called !== undefined && { called }),
    ...(typeof baseVersion === 'number' && { baseVersion }),
  };
  if (seq === refused.seq) {
    const { reason, code, conflict } = refusal;
    return { ...own, id: refused.id, reason, code, ...(conflict && { conflict }) };
  }
  return {
    ...own,
    id: asKey(id),
    reason: dependsBecause(row, refusal),
    code: 'depends',
    because: refused.id,
  };
}

/**
 * Returns why a dependent edit is in the tray. If the user set the original edit aside, it is unknown what has reached the
 * server.
 */
function dependsBecause({ state }: OutboxRow, { code }: Refusal): string {
  if (code !== SET_ASIDE) return 'It depends on a change that was rejected.';
  const sent = state === 'attempted' ? ' It may have reached the server anyway.' : '';
  return `It depends on a change that you set aside.${sent}`;
}

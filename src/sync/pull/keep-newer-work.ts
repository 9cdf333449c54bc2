import { announceChanges, numberChanges } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables, refold } from '../../db/outbox/fold.ts';
import type { OutboxRow, SentRow } from '../../db/rows.ts';
import { RESTORED, sentEdits } from '../../db/outbox/sent-edits.ts';
import type { LostFile } from './lost-files.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Setback } from '../push/answer.ts';
import { retry } from '../push/classify.ts';
import { laneRows, readLane } from '../push/lane.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';
import { notifyBatch } from '../push/notify-batch.ts';
import type { Transport } from '../transport/transport.ts';

/** The number of edits that one request names. The server refuses more than 5,000. */
const ASKED_AT_ONCE = 1000;

/** No restore is quicker than this. What was acknowledged less than this time before a pull is included in it. Milliseconds. */
const RESTORE_TAKES_MS = 5000;

/**
 * Moves this device's acknowledged edits of a deal to the tray if the server no longer knows them (SPEC: LOST). Call it with
 * the response to a pull, before the response is applied. Returns why the server could not be asked; null = it was asked, or
 * need not be.
 */
export async function keepNewerWork(
  leadership: Leadership,
  transport: Pick<Transport, 'ask'>,
  lane: string,
): Promise<Exclude<Setback, { kind: 'rejected' }> | null> {
  const sent = await sentEdits(leadership.db, lane);
  if (sent.length === 0) return null;
  for (let from = 0; from < sent.length; from += ASKED_AT_ONCE) {
    const setback = await askForSome(leadership, transport, lane, sent.slice(from, from + ASKED_AT_ONCE));
    if (setback) return setback;
  }
  return null;
}

async function askForSome(
  leadership: Leadership,
  transport: Pick<Transport, 'ask'>,
  lane: string,
  sent: Awaited<ReturnType<typeof sentEdits>>,
): Promise<Exclude<Setback, { kind: 'rejected' }> | null> {
  const edits = sent.map(({ id, ackedAt }) => ({ key: id, at: ackedAt }));
  const answer = await transport.ask((api, with_) => api.edits.unknown({ edits }, with_));
  switch (answer.kind) {
    case 'ok': {
      const unknown = new Set(answer.body.unknown);
      if (unknown.size === 0) return null;
      // Loaded only then, because it reads and hashes files.
      const { lostFiles } = await import('./lost-files.ts');
      const files = await lostFiles(
        leadership.db,
        sent.filter(({ id }) => unknown.has(id)),
      );
      if (files === 'locked') return retry('Unlock this device to keep files that the server has lost.');
      await shelve(leadership, { lane, unknown, files, restoredTo: answer.body.restored_to });
      return null;
    }
    // If the server can't tell, nothing counts as lost.
    case 'rejected':
      return null;
    case 'not_modified':
      return retry('The server’s response was unexpected.');
    default:
      return answer;
  }
}

/**
 * Returns whether edits of the deal were acknowledged so long ago that the server may have been restored since, and no pull
 * has included them yet.
 */
export async function hasLateAcknowledgements({ db }: Leadership, lane: string): Promise<boolean> {
  const acked = (await laneRows({ db }, lane)).filter(({ state }) => state === 'acked').map(({ id }) => id);
  const sent = await db.sent.bulkGet(acked);
  return sent.some((row) => row && Math.abs(Date.now() - Date.parse(row.ackedAt)) > RESTORE_TAKES_MS);
}

/** The message for the user. `restoredTo`: ISO; null = unknown. */
export function restoredSentence(restoredTo: string | null, changes: number): string {
  const when = restoredTo === null ? 'an older backup' : timeInWords(new Date(restoredTo), new Date());
  const newer =
    changes === 1
      ? '1 of your changes is newer: send it again or discard it.'
      : `${changes} of your changes are newer: send them again or discard them.`;
  return `The server was restored to ${when}. ${newer}`;
}

/** `10:05`, or `Nov 22, 10:05` on another day. */
function timeInWords(at: Date, now: Date): string {
  const time = at.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (at.toDateString() === now.toDateString()) return time;
  return `${at.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}, ${time}`;
}

/** What the server has lost from a deal. */
interface Loss {
  lane: string;
  /** Ids of the edits. */
  unknown: ReadonlySet<string>;
  /** The files among them, by the id of the edit. */
  files: ReadonlyMap<string, LostFile>;
  /** ISO; null = unknown. */
  restoredTo: string | null;
}

/** Moves the edits, and unsent edits based on them, to the tray as one group, in one transaction. */
async function shelve(leadership: Leadership, { lane, unknown, files, restoredTo }: Loss): Promise<void> {
  const { db } = leadership;
  const tables = [...foldedTables(db), db.sent, db.rejected, db.notices, db.fileBytes];
  const set = await db.transaction('rw', tables, async () => {
    await assertLeads(leadership);
    const lost = (await sentEdits(db, lane)).filter(({ id }) => unknown.has(id));
    const [first] = lost;
    if (!first) return null;
    const waiting = await laneRows(leadership, lane);
    const falling = builtOn(lost, waiting);
    for (const row of falling) await notifyBatch(db, row, 'refused');
    const ids = lost.map(({ id }) => id);
    await db.sent.bulkDelete(ids);
    const gone = [...falling, ...waiting.filter(({ id, state }) => state === 'acked' && unknown.has(id))];
    await db.outbox.bulkDelete(gone.flatMap(({ seq }) => (seq === undefined ? [] : [seq])));
    const at = new Date().toISOString();
    const reason = restoredSentence(restoredTo, lost.length + falling.length);
    await storeBytes(db, [...files.values()]);
    const keyOf = (id: string) => files.get(id)?.document ?? id;
    const rows = [...lost, ...falling].map(({ id, seq, name, args, madeAt, called }) => ({
      id: keyOf(id),
      lane,
      name,
      args: files.get(id)?.args ?? args,
      madeAt,
      rejectedAt: at,
      reason,
      code: RESTORED,
      ...(seq !== undefined && { seq }),
      ...(called !== undefined && { called }),
      ...(id !== first.id && { because: keyOf(first.id) }),
    }));
    await db.rejected.bulkPut(rows);
    await db.notices.put({ id: newUuid(), at, level: 'error', message: reason, lasting: true });
    const { mutations } = await readLane(leadership, lane);
    return numberChanges(db, lane, await refold(db, lane, mutations, []));
  });
  if (set) announceChanges(db.userId, [set]);
}

/**
 * Stores the bytes of lost files for the tray. A file that can no longer be read is not on this device, and its entry says
 * so.
 */
async function storeBytes(db: MirrorDatabase, files: readonly LostFile[]): Promise<void> {
  await db.fileBytes.bulkDelete(files.flatMap(({ document, staged }) => (staged ? [] : document)));
  await db.fileBytes.bulkPut(files.flatMap(({ staged }) => (staged && staged !== 'here' ? staged : [])));
}

/** Returns unsent edits that name what a lost edit creates, because the server would reject them. */
function builtOn(lost: readonly SentRow[], waiting: readonly OutboxRow[]): OutboxRow[] {
  const created = new Set(lost.flatMap(({ creates }) => creates));
  const falling: OutboxRow[] = [];
  for (const row of waiting) {
    if (row.state === 'acked' || !Array.isArray(row.refersTo) || !Array.isArray(row.creates)) continue;
    if (!created.has(row.lane) && !row.refersTo.some((id) => created.has(id))) continue;
    falling.push(row);
    for (const id of row.creates) created.add(id);
  }
  return falling;
}

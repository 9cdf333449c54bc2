import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { announceChanges, announceWork, type ChangeSet } from '../../change-sets.ts';
import { camelize } from '../../codec.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables, mirroredTables } from '../../outbox/fold.ts';
import { readCommand, type StoredCommand } from '../../outbox/mutations.ts';
import { replaceIds } from '../../outbox/replace-ids.ts';
import { ACCOUNT_LANE, type Conflict, type RejectedRow } from '../../rows.ts';
import { noteSettled } from '../../outbox/settled-edits.ts';
import { newUuid } from '../../uuid.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import { isViewOnly, ViewOnlyError } from '../../outbox/view-only.ts';
import { requeueFileIn } from '../documents/requeue-file.ts';
import { RESTORED } from '../../outbox/sent-edits.ts';
import { FILE_UPLOAD } from '../../files/shelved-file.ts';
import { restorableSubject } from '../checklist/restorable-subject.ts';
import { restoreDeletedDefinition } from '../checklist/restore-deleted.ts';
import { restoredWork } from './restored-work.ts';

/**
 * What the user changed before a retry: the edit's text; in a conflict, that the others' values stay; or that a deleted row
 * is restored first.
 */
export interface RetryChange {
  wording?: string;
  keepTheirs?: boolean;
  restore?: boolean;
}

/**
 * `retried`: it waits to be sent. `settled`: nothing in it was left to send, or another tab has settled it. `unreadable`,
 * `deal_gone`: it stays in the tray, because it can no longer be applied.
 */
export type Retried = 'retried' | 'settled' | 'unreadable' | 'deal_gone';

/**
 * Retries a rejected edit as a new one, followed by its dependent edits in their old order (SPEC: REJ6–REJ9, REJ13). It uses
 * one transaction, so that at any time each of them is either in the tray or in the outbox. It needs no network.
 */
export async function retryRejected(
  db: MirrorDatabase,
  id: string,
  change: RetryChange = {},
): Promise<Retried> {
  const tables = [...foldedTables(db), db.rejected, db.files, db.fileBytes];
  const { outcome, sets } = await db.transaction('rw', tables, async () => {
    const row = await db.rejected.get(id);
    if (!row) return { outcome: 'settled' as const, sets: [] };
    if (isViewOnly(await db.transactions.get(row.lane))) throw new ViewOnlyError();
    if (row.code === RESTORED) return retryRestoredIn(db, row);
    if (row.name === FILE_UPLOAD) return { outcome: await requeueFileIn(db, row), sets: [] };
    return retryEditIn(db, row, change);
  });
  announceChanges(db.userId, sets);
  if (outcome === 'retried') announceWork(db.userId);
  return outcome;
}

async function retryEditIn(
  db: MirrorDatabase,
  row: RejectedRow,
  change: RetryChange,
): Promise<{ outcome: Retried; sets: ChangeSet[] }> {
  const args = change.keepTheirs && row.conflict ? withoutConflict(row.args, row.conflict) : row.args;
  if (args === null) {
    await db.rejected.delete(row.id);
    await noteSettled(db, [row.id], new Date());
    return { outcome: 'settled', sets: [] };
  }
  const refused = readCommand({ name: row.name, args });
  if (!refused || row.code === 'unreadable') return { outcome: 'unreadable', sets: [] };
  const deal = await db.transactions.get(refused.lane);
  const needsDeal = refused.lane !== ACCOUNT_LANE && !refused.creates.includes(refused.lane);
  if (!deal && needsDeal) return { outcome: 'deal_gone', sets: [] };
  const ids = row.code === 'uuid_taken' ? newIds(refused) : new Map<string, string>();
  const again = { ...row, args: replaceIds(args, ids) };
  const deleted = change.restore ? restorableSubject(row, new Date()) : null;
  const sets: ChangeSet[] = [];
  if (deleted) {
    const restored = { transaction: row.lane, ...deleted, called: row.called ?? '' };
    sets.push(await mutateIn(db, restoreDeletedDefinition, restored));
  }
  sets.push(await carryOutIn(db, again, change.wording));
  const settled = [row.id];
  for (const dependent of await dependentsIn(db, row)) {
    const renamed = { ...dependent, args: replaceIds(dependent.args, ids) };
    const done = await carryOutDependentIn(db, renamed);
    if (!done) continue;
    sets.push(done);
    settled.push(dependent.id);
  }
  await noteSettled(db, settled, new Date());
  return { outcome: 'retried', sets };
}

/**
 * Sends edits again that were lost when the server was restored, in their original order (SPEC: LOST2). A row that the deal
 * already has again is not created twice.
 */
async function retryRestoredIn(
  db: MirrorDatabase,
  first: RejectedRow,
): Promise<{ outcome: Retried; sets: ChangeSet[] }> {
  const rows = [first, ...(await dependentsIn(db, first))];
  const opensDeal = rows.some((row) => readCommand(row)?.creates.includes(row.lane));
  if (!opensDeal && !(await db.transactions.get(first.lane))) return { outcome: 'deal_gone', sets: [] };
  const documents = await db.documents.bulkGet(rows.map(({ id }) => id));
  const there = new Set(documents.flatMap((document) => document?.uuid ?? []));
  const { edits, files, merged } = restoredWork(rows, there);
  const sets: ChangeSet[] = [];
  const settled = new Set(merged.map(({ id }) => id));
  for (const row of edits) {
    if (!(await isThere(db, readCommand(row)?.creates ?? []))) {
      const done = await carryOutDependentIn(db, row);
      if (!done) continue;
      sets.push(done);
    }
    settled.add(row.id);
  }
  let queued = 0;
  for (const row of files) {
    if ((await requeueFileIn(db, row)) === 'retried') queued += 1;
    else await db.rejected.update(row.id, FILE_GONE);
  }
  await db.rejected.bulkDelete([...settled]);
  await db.fileBytes.bulkDelete(merged.map(({ id }) => id));
  await noteSettled(db, [...settled], new Date());
  return { outcome: sets.length + queued > 0 ? 'retried' : 'settled', sets };
}

/** The reason shown for a lost file that this device cannot send again. */
const FILE_GONE = {
  because: undefined,
  code: 'file_gone',
  reason:
    'The server lost this file when it was restored, and it isn’t on this device. Add it again from your own copy.',
};

/** Returns whether any of these ids has a row on this device. */
async function isThere(db: MirrorDatabase, ids: readonly string[]): Promise<boolean> {
  for (const table of mirroredTables(db)) {
    if ((await table.bulkGet([...ids])).some((row) => row !== undefined)) return true;
  }
  return false;
}

/** The version of a row that the user may not have seen, so that any change by someone else is a conflict (SPEC: PUSH8). */
const UNSEEN = 0;

/** Moves it from the tray to the outbox, in the caller's transaction. */
async function carryOutIn(db: MirrorDatabase, row: RejectedRow, wording?: string): Promise<ChangeSet> {
  const command = readCommand(await whereItCanStand(db, row));
  if (!command) throw new Error(`${row.name} could be read a moment ago but can’t be read now`);
  await db.rejected.delete(row.id);
  const reworded = wording === undefined ? command : command.reword(wording);
  // The version that the user saw, so that a third person's later change is not overwritten unseen.
  const seen = row.conflict?.current['version'];
  return reworded.carryOutIn(db, {
    upon: typeof seen === 'number' ? seen : undefined,
    uponIfGone: row.baseVersion ?? UNSEEN,
    called: row.called,
  });
}

/** Moves its rows to the end of the checklist if their parent was deleted, because the server would reject it again. */
async function whereItCanStand(db: MirrorDatabase, row: RejectedRow): Promise<RejectedRow> {
  const { args } = row;
  if (typeof args !== 'object' || args === null || !('parent' in args)) return row;
  const { parent } = args;
  const makes = (readCommand(row)?.creates.length ?? 0) > 0;
  if (!makes || typeof parent !== 'string' || parent === TOP || (await db.elements.get(parent))) return row;
  return { ...row, args: { ...args, parent: TOP, after: undefined } };
}

/** The same for its dependent edits. An edit that fails stays in the tray separately, where the user can see and discard it. */
async function carryOutDependentIn(db: MirrorDatabase, row: RejectedRow): Promise<ChangeSet | null> {
  if (row.name === FILE_UPLOAD) {
    if ((await requeueFileIn(db, row)) === 'retried') return null;
  } else if (readCommand(row)) return carryOutIn(db, row);
  await db.rejected.update(row.id, { because: undefined, code: 'unreadable' });
  return null;
}

async function dependentsIn(db: MirrorDatabase, { id, lane }: RejectedRow): Promise<RejectedRow[]> {
  const rows = await db.rejected.where({ lane }).sortBy('seq');
  return rows.filter((row) => row.because === id);
}

function newIds({ creates }: StoredCommand): Map<string, string> {
  return new Map(creates.map((id) => [id, newUuid()]));
}

/** The fields or values of the edit that are not in conflict; null = none. */
function withoutConflict(args: unknown, { fields }: Conflict): unknown {
  if (typeof args !== 'object' || args === null) return null;
  if ('values' in args && Array.isArray(args.values)) {
    const left = args.values.filter((value: unknown) => !fields.includes(uuidOf(value)));
    return left.length > 0 ? { ...args, values: left } : null;
  }
  if (!('edits' in args)) return null;
  if (typeof args.edits !== 'object' || args.edits === null) return null;
  const theirs = new Set(Object.keys(camelize(Object.fromEntries(fields.map((field) => [field, null])))));
  const left = Object.entries(args.edits).filter(([field]) => !theirs.has(field));
  return left.length > 0 ? { ...args, edits: Object.fromEntries(left) } : null;
}

function uuidOf(value: unknown): string {
  const uuid = typeof value === 'object' && value !== null && 'uuid' in value ? value.uuid : null;
  return typeof uuid === 'string' ? uuid : '';
}

import { updateAutomaticDeals } from '../../../db/offline/automatic-offline.ts';
import { announceChanges, numberChanges, type ChangeSet } from '../../../db/change-sets.ts';
import { deleteTransactionDefinition } from '../../../db/commands/transactions/delete-transaction.ts';
import { leaveTransactionDefinition } from '../../../db/commands/transactions/leave-transaction.ts';
import type { RowChange } from '../../../db/outbox/draft.ts';
import { equal } from '../../../db/equal.ts';
import { foldedTables, refold, writeChanges } from '../../../db/outbox/fold.ts';
import {
  ACCOUNT_LANE,
  DEAL_TABLES,
  type DealPage,
  type OutboxRow,
  type TransactionRow,
} from '../../../db/rows.ts';
import { deleteSentBytes } from '../../../db/files/sent-bytes.ts';
import { forgetFiles } from '../../../db/offline/file-caches.ts';
import { deleteUnneeded, noteReleased } from '../../../db/offline/offline-deals.ts';
import { forgetPages, placeOf, wholeList } from './deal-pages.ts';
import { decodeLane, laneRows, rejectIn, releaseAcknowledged, type Refusal } from '../../push/lane.ts';
import { shelveFiles } from '../../push/shelve-files.ts';
import { assertLeads, type Leadership } from '../../engine/leader.ts';

/** Commands after which the user no longer has a deal. */
const ENDINGS = new Set([deleteTransactionDefinition.name, leaveTransactionDefinition.name]);

/** A change of a deal's own row. */
type DealChange = Extract<RowChange, { table: 'transactions' }>;

/** The complete list of the user's deals. */
export interface DealsStep {
  /** When it was requested, on the database's clock. */
  tick: number;
  /** The result; null = it is unchanged since the last one (304). */
  told: TransactionRow[] | null;
  /** The pages of the list. */
  pages: DealPage[];
  /** The unchanged pages, whose deals are as they were sent before. */
  unchanged: readonly DealPage[];
}

/**
 * Applies the deal list. A deal that is missing from a complete list is no longer visible to the user, so it is purged from
 * the device, and its unsent edits are kept in the tray. If strict data access hides a deal, everything except its outline is
 * purged in the same way (SPEC: PULL17). Returns the deals whose feed must be read: those that the list has at an earlier
 * version (the list was read first, or the server was restored), those whose cursor is invalid, and those that arrive while
 * edits wait for their rows, because earlier responses about such a deal could not be applied (SPEC: FEED2).
 */
export async function applyDeals(leadership: Leadership, step: DealsStep): Promise<string[]> {
  const { db } = leadership;
  const tables = [
    ...foldedTables(db),
    db.activity,
    db.cursors,
    db.rejected,
    db.notices,
    db.files,
    db.fileBytes,
    db.sent,
  ];
  const behind: string[] = [];
  let isFreed = false;
  const sets = await db.transaction('rw', tables, async () => {
    await assertLeads(leadership);
    if (!(await takeTurn(leadership, step))) return [];
    const shown = new Map((await db.transactions.toArray()).map((row) => [row.uuid, row]));
    const reached = await versionsReached(leadership);
    const outbox = await db.outbox.toArray();
    const withEdits = new Set(outbox.map((row) => row.lane));
    const acked = new Set(outbox.filter(({ state }) => state === 'acked').map((row) => row.lane));
    // Edits to the account don't belong to a deal.
    withEdits.delete(ACCOUNT_LANE);
    const told = step.told
      ? await wholeList(db, step.told, step.unchanged)
      : new Map<string, TransactionRow>();
    const deals = new Set([...told.keys(), ...withEdits, ...(step.told ? shown.keys() : [])]);
    const newer = await dealsToldSince(leadership, step.tick);
    const older = [...told.values()].filter((row) => isOlder(row, reached) && !newer.has(row.uuid));
    const placeless = [...reached].flatMap(([deal, version]) => (version === undefined ? [deal] : []));
    const awaited = [...told.keys()].filter((deal) => acked.has(deal) && !shown.has(deal));
    behind.push(...older.map(({ uuid }) => uuid), ...placeless, ...awaited);
    const leftOut = [...older, ...[...newer].flatMap((deal) => told.get(deal) ?? shown.get(deal) ?? [])];
    // Deals that are left out here must be sent again, but an unchanged page would not be.
    if (step.told) await forgetPages(leadership, leftOut.map(placeOf));
    const made: ChangeSet[] = [];
    for (const deal of deals) {
      if (newer.has(deal)) continue;
      const row = told.get(deal) ?? null;
      const change: DealChange | null =
        step.told && !(row && isOlder(row, reached)) ? { table: 'transactions', key: deal, row } : null;
      if (withEdits.has(deal)) made.push(...(await foldDeal(leadership, deal, step.tick, change)));
      else if (change && !change.row) made.push(await purge(leadership, deal));
      else if (row?.restricted && change && !shown.get(deal)?.restricted)
        made.push(await purge(leadership, deal, row));
      else if (change && !equal(change.row, shown.get(deal))) {
        await writeChanges(db, [change]);
        made.push(await numberChanges(db, deal, [change]));
      }
    }
    const present = made.length > 0 ? await db.transactions.toArray() : [...shown.values()];
    const filing = (await db.files.toArray()).map(({ transaction }) => transaction);
    isFreed = await updateAutomaticDeals(db, present, new Set([...withEdits, ...filing]), Date.now());
    return made;
  });
  announceChanges(db.userId, sets);
  for (const { lane, changes } of sets) {
    const gone = changes.filter(({ table, row }) => table === 'documents' && !row).map(({ key }) => key);
    await forgetFiles(db.userId, lane, gone);
  }
  if (isFreed || sets.some(({ changes }) => changes.some(isLoss))) await deleteUnneeded(db);
  return behind;
}

/** Returns whether the user no longer has the deal, or can no longer see its content. */
function isLoss({ table, row }: RowChange): boolean {
  return table === 'transactions' && (!row || row.restricted);
}

/** Returns how far each deal has been pulled by its feed; undefined if the feed has no cursor to continue from. */
async function versionsReached({ db }: Leadership): Promise<ReadonlyMap<string, number | undefined>> {
  const cursors = await db.cursors.toArray();
  const feeds = cursors.filter(({ collection }) => collection === 'changes');
  return new Map(feeds.map(({ lane, version }) => [lane, version]));
}

/**
 * Returns whether the deal has been pulled further than its version in the list. An outline doesn't contain the deal's
 * progress.
 */
function isOlder(
  { uuid, version, restricted }: TransactionRow,
  reached: ReadonlyMap<string, number | undefined>,
): boolean {
  return !restricted && version < (reached.get(uuid) ?? 0);
}

/** Deals whose change feed was requested later than this list, so that the list is older. */
async function dealsToldSince({ db }: Leadership, tick: number): Promise<ReadonlySet<string>> {
  const cursors = await db.cursors.toArray();
  const later = cursors.filter(({ collection, askedTick }) => collection === 'changes' && askedTick > tick);
  return new Set(later.map(({ lane }) => lane));
}

async function foldDeal(
  leadership: Leadership,
  deal: string,
  tick: number,
  change: DealChange | null,
): Promise<ChangeSet[]> {
  const { db } = leadership;
  const waiting = await laneRows(leadership, deal);
  const { edits, settled } = await releaseAcknowledged(leadership, waiting, ['transactions'], tick);
  const { mutations } = decodeLane(leadership, edits);
  // It was created here and is not in a list yet. It is not gone, but still to come.
  const made = mutations.some(
    ({ row }) => row.creates.includes(deal) && (row.state !== 'acked' || awaitsDeals(row)),
  );
  const told = change ? change.row : await toldBefore(leadership, deal);
  const outline = told?.restricted ? told : null;
  if ((!told || outline) && !made) {
    const sets: ChangeSet[] = [];
    for (const { row, failure } of mutations) {
      // Edits that the server has applied, and a completed deletion or departure, need no attention.
      const done = row.state === 'acked' || ENDINGS.has(row.name);
      if (done) await db.outbox.where({ id: row.id }).delete();
      else if (await db.outbox.get({ id: row.id }))
        sets.push(await rejectIn(leadership, row, lostAccess(failure)));
    }
    return [...sets, await purge(leadership, deal, outline)];
  }
  if (!change && !settled) return [];
  return [await numberChanges(db, deal, await refold(db, deal, mutations, change ? [change] : []))];
}

function awaitsDeals({ awaiting = [] }: OutboxRow): boolean {
  return awaiting.includes('transactions');
}

/** Returns the deal's version in the unchanged list. */
async function toldBefore({ db }: Leadership, deal: string): Promise<TransactionRow | null> {
  const base = await db.base.get(['transactions', deal]);
  if (base?.table === 'transactions') return base.row;
  return (await db.transactions.get(deal)) ?? null;
}

function lostAccess(toast: string | null): Refusal {
  return { toast, reason: 'You no longer have access to this transaction.', code: 'not_found' };
}

/**
 * Removes a deal's rows from the device, except its `outline` if strict data access allows that. Files that are not on the
 * server are kept in the tray until they are discarded.
 */
async function purge(
  { db }: Leadership,
  deal: string,
  outline: TransactionRow | null = null,
): Promise<ChangeSet> {
  const changes: RowChange[] = [{ table: 'transactions', key: deal, row: outline }];
  for (const table of DEAL_TABLES) {
    const keys = await db.table<unknown, string>(table).where({ transaction: deal }).primaryKeys();
    changes.push(...keys.map((key): RowChange => ({ table, key, row: null })));
  }
  await writeChanges(db, changes);
  await shelveFiles(db, deal, { reason: 'You no longer have access to this transaction.' });
  await deleteSentBytes(db, deal);
  await db.base.where({ lane: deal }).delete();
  await db.activity.where({ transaction: deal }).delete();
  await db.cursors.where({ lane: deal }).delete();
  await noteReleased(db, deal);
  return numberChanges(db, deal, changes);
}

/** Returns whether the list is newer than the last one applied. If so, the cursor advances. */
async function takeTurn({ db }: Leadership, { tick, pages }: DealsStep): Promise<boolean> {
  const key = `${ACCOUNT_LANE}/transactions`;
  const cursor = await db.cursors.get(key);
  if (cursor && cursor.askedTick >= tick) return false;
  await db.cursors.put({
    key,
    lane: ACCOUNT_LANE,
    collection: 'transactions',
    pages,
    askedTick: tick,
    pulledAt: new Date().toISOString(),
  });
  return true;
}

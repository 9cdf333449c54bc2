import { announceChanges, numberChanges, type ChangeSet } from '../db/change-sets.ts';
import type { RowChange } from '../db/draft.ts';
import { equal } from '../db/equal.ts';
import { foldedTables, refold, writeChanges } from '../db/fold.ts';
import { ACCOUNT_LANE, type Collection, type MirrorRows, type MirrorTable } from '../db/rows.ts';
import { forgetThumbnails } from '../db/thumbnail-cache.ts';
import { readLane, rejectIn, type Refusal } from './lane.ts';
import { shelveFiles } from './shelve-files.ts';
import { assertLeads, type Leadership } from './leader.ts';

/** A row of a complete list. */
export type Told = {
  [Table in MirrorTable]: { table: Table; key: string; row: MirrorRows[Table] };
}[MirrorTable];

export interface PullStep {
  lane: string;
  collection: Collection;
  /** When the list was asked for, on the database's clock. */
  tick: number;
  /** The complete list; null = unchanged since the last (304). */
  told: Told[] | null;
  etags: (string | null)[];
}

/**
 * Brings a deal's collection in step with a complete list, in one transaction: edits acknowledged before it was asked
 * for leave the fold, rows that differ are written, rows that the list no longer has are swept.
 */
export async function applyDealCollection(
  leadership: Leadership,
  step: PullStep & { collection: Exclude<Collection, 'transactions'> },
): Promise<void> {
  const { db } = leadership;
  const { lane, collection } = step;
  const tables: MirrorTable[] = collection === 'elements' ? ['elements', 'childLists'] : [collection];
  const set = await db.transaction('rw', [...foldedTables(db), db.cursors], async () => {
    await assertLeads(leadership);
    // A list that was under way when the deal was purged must not write it back.
    if (!(await db.transactions.get(lane))) return null;
    if (!(await takeTurn(leadership, step))) return null;
    const settled = await releaseAcknowledged(leadership, lane, collection, step.tick);
    if (!step.told && !settled) return null;
    const { mutations } = await readLane(leadership, lane);
    const shown = step.told ? await shownRows(leadership, tables, lane) : new Map<string, RowChange>();
    const told = step.told ? withSweep(step.told, shown, await baseKeys(leadership, lane, tables)) : [];
    const folded = mutations.length > 0 || settled;
    const changes = folded
      ? await refold(db, lane, mutations, told)
      : told.filter((row) => differs(row, shown));
    if (!folded) await writeChanges(db, changes);
    return numberChanges(db, lane, changes);
  });
  if (set) announceChanges(db.userId, [set]);
}

/**
 * Brings the list of deals in step. A deal that is gone from a complete list is no longer ours to see: it is purged
 * from the device, its unsent edits are kept in the tray.
 */
export async function applyDeals(leadership: Leadership, step: PullStep): Promise<void> {
  const { db } = leadership;
  const tables = [...foldedTables(db), db.cursors, db.rejected, db.notices, db.files, db.fileBytes];
  const sets = await db.transaction('rw', tables, async () => {
    await assertLeads(leadership);
    if (!(await takeTurn(leadership, step))) return [];
    const shown = await shownRows(leadership, ['transactions'], ACCOUNT_LANE);
    const withEdits = new Set((await db.outbox.toArray()).map((row) => row.lane));
    const told = new Map((step.told ?? []).map((row) => [row.key, row]));
    const deals = new Set([
      ...told.keys(),
      ...withEdits,
      ...(step.told ? [...shown.values()].map((row) => row.key) : []),
    ]);
    const made: ChangeSet[] = [];
    for (const deal of deals) {
      const change = step.told
        ? (told.get(deal) ?? { table: 'transactions' as const, key: deal, row: null })
        : null;
      if (withEdits.has(deal)) made.push(...(await foldDeal(leadership, deal, step.tick, change)));
      else if (change && !change.row) made.push(await purge(leadership, deal));
      else if (change && differs(change, shown)) {
        await writeChanges(db, [change]);
        made.push(await numberChanges(db, deal, [change]));
      }
    }
    return made;
  });
  announceChanges(db.userId, sets);
  const gone = sets
    .flatMap((set) => set.changes)
    .filter((change) => change.table === 'documents' && !change.row);
  await forgetThumbnails(
    db.userId,
    gone.map((change) => change.key),
  );
}

async function foldDeal(
  leadership: Leadership,
  deal: string,
  tick: number,
  change: RowChange | null,
): Promise<ChangeSet[]> {
  const { db } = leadership;
  const settled = await releaseAcknowledged(leadership, deal, 'transactions', tick);
  const { mutations } = await readLane(leadership, deal);
  const made = mutations.some((mutation) => mutation.row.creates.includes(deal));
  if (change && !change.row && !made) {
    const sets: ChangeSet[] = [];
    for (const { row, failure } of mutations) {
      // What the server has done, and a deletion whose end is reached, need nobody's attention.
      const done = row.state === 'acked' || row.name === 'transaction.delete';
      if (done) await db.outbox.where({ id: row.id }).delete();
      else if (await db.outbox.get({ id: row.id }))
        sets.push(await rejectIn(leadership, row, lostAccess(failure)));
    }
    return [...sets, await purge(leadership, deal)];
  }
  if (!change && !settled) return [];
  return [await numberChanges(db, deal, await refold(db, deal, mutations, change ? [change] : []))];
}

function lostAccess(toast: string): Refusal {
  return { toast, reason: 'You no longer have access to this transaction.', code: 'not_found' };
}

/** Removes a deal's rows from the device. Files that are not on the server are kept in the tray until discarded. */
async function purge({ db }: Leadership, deal: string): Promise<ChangeSet> {
  const own = { transaction: deal };
  const changes: RowChange[] = [
    { table: 'transactions', key: deal, row: null },
    ...(await db.elements.where(own).primaryKeys()).map((key) => ({
      table: 'elements' as const,
      key,
      row: null,
    })),
    ...(await db.items.where(own).primaryKeys()).map((key) => ({ table: 'items' as const, key, row: null })),
    ...(await db.documents.where(own).primaryKeys()).map((key) => ({
      table: 'documents' as const,
      key,
      row: null,
    })),
    ...(await db.childLists.where(own).primaryKeys()).map((key) => ({
      table: 'childLists' as const,
      key,
      row: null,
    })),
  ];
  await writeChanges(db, changes);
  await shelveFiles(db, deal, 'You no longer have access to this transaction.');
  await db.base.where({ lane: deal }).delete();
  await db.cursors.where({ lane: deal }).delete();
  return numberChanges(db, deal, changes);
}

/** Whether the list is newer than the last that was applied; then the cursor moves on. */
async function takeTurn({ db }: Leadership, step: PullStep): Promise<boolean> {
  const key = `${step.lane}/${step.collection}`;
  const cursor = await db.cursors.get(key);
  if (cursor && cursor.askedTick >= step.tick) return false;
  await db.cursors.put({
    key,
    lane: step.lane,
    collection: step.collection,
    etags: step.etags,
    askedTick: step.tick,
    pulledAt: new Date().toISOString(),
  });
  return true;
}

/** Edits acknowledged before the list was asked for are in it: they await this collection no more. */
async function releaseAcknowledged(
  { db }: Leadership,
  lane: string,
  collection: Collection,
  tick: number,
): Promise<boolean> {
  const done = await db.outbox
    .where({ lane })
    .filter(
      (row) => row.state === 'acked' && (row.tick ?? 0) < tick && (row.awaiting ?? []).includes(collection),
    )
    .toArray();
  for (const row of done) {
    const awaiting = (row.awaiting ?? []).filter((each) => each !== collection);
    if (awaiting.length === 0) await db.outbox.where({ id: row.id }).delete();
    else await db.outbox.where({ id: row.id }).modify({ awaiting });
  }
  return done.length > 0;
}

async function shownRows(
  leadership: Leadership,
  tables: readonly MirrorTable[],
  lane: string,
): Promise<Map<string, RowChange>> {
  const shown = new Map<string, RowChange>();
  for (const table of tables) {
    for (const change of await rowsOf(leadership, table, lane)) shown.set(`${table}:${change.key}`, change);
  }
  return shown;
}

/** A table's rows of one deal; of the deals themselves, all. */
async function rowsOf({ db }: Leadership, table: MirrorTable, lane: string): Promise<RowChange[]> {
  const own = { transaction: lane };
  switch (table) {
    case 'transactions':
      return (await db.transactions.toArray()).map((row) => ({ table, key: row.uuid, row }));
    case 'elements':
      return (await db.elements.where(own).toArray()).map((row) => ({ table, key: row.uuid, row }));
    case 'items':
      return (await db.items.where(own).toArray()).map((row) => ({ table, key: row.uuid, row }));
    case 'documents':
      return (await db.documents.where(own).toArray()).map((row) => ({ table, key: row.uuid, row }));
    case 'childLists':
      return (await db.childLists.where(own).toArray()).map((row) => ({ table, key: row.key, row }));
  }
}

async function baseKeys(
  { db }: Leadership,
  lane: string,
  tables: readonly MirrorTable[],
): Promise<RowChange[]> {
  const base = await db.base.where({ lane }).toArray();
  return base
    .filter((row) => tables.includes(row.table))
    .map(({ table, key }) => ({ table, key, row: null }));
}

/** The list, and an absence for every row that is known here and not in it. */
function withSweep(
  told: readonly Told[],
  shown: ReadonlyMap<string, RowChange>,
  base: readonly RowChange[],
): RowChange[] {
  const listed = new Set(told.map((row) => `${row.table}:${row.key}`));
  const known = new Map([...shown, ...base.map((row) => [`${row.table}:${row.key}`, row] as const)]);
  const gone = [...known]
    .filter(([id]) => !listed.has(id))
    .map(([, { table, key }]) => ({ table, key, row: null }));
  return [...told, ...gone];
}

function differs(change: RowChange, shown: ReadonlyMap<string, RowChange>): boolean {
  return !equal(change.row, shown.get(`${change.table}:${change.key}`)?.row ?? null);
}

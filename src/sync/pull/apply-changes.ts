import { COLLECTION_NAMES } from '../../contract/collections/deal-collections.ts';
import { announceChanges, changeSeq, numberChanges, type ChangeSet } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { RowChange } from '../../db/outbox/draft.ts';
import { equal } from '../../db/equal.ts';
import { foldedTables, readRowsOf, refold, writeChanges } from '../../db/outbox/fold.ts';
import { RowMap, type MirrorKey } from '../../db/outbox/row-map.ts';
import {
  DEAL_TABLES,
  type Collection,
  type CursorRow,
  type MirrorTable,
  type OutboxRow,
} from '../../db/rows.ts';
import { forgetFiles } from '../../db/offline/file-caches.ts';
import { forgetPages, placeOf } from './deal-list/deal-pages.ts';
import { decodeLane, isMadeHere, laneRows, releaseAcknowledged } from '../push/lane.ts';
import { assertLeads, type Leadership } from '../engine/leader.ts';

/** One response of a deal's feed. */
export interface DealStep {
  lane: string;
  /** The tick of its request. */
  tick: number;
  /** The current rows; null = deleted. */
  received: RowChange[];
  /** Whether it contains the whole deal, so that rows that it lacks are deleted. */
  complete: boolean;
  /** Where the next pull continues. */
  reached: Pick<CursorRow, 'epoch' | 'version'>;
}

/** The collections that a feed covers. Edits wait for these. */
const COVERED: readonly Collection[] = ['transactions', ...COLLECTION_NAMES];

/** The number of rows that one transaction writes. More would delay every edit and every screen. */
const CHUNK_ROWS = 1000;

/**
 * Applies a response to a deal: edits acknowledged before it was requested leave the fold, rows that differ are written, and
 * rows that a complete response lacks are swept. A large response is written in several transactions: first the rows, and
 * with the last ones the order, the deletions, the acknowledgments and the cursor. Screens are notified after that commit. An
 * interrupted response is pulled again from the old cursor (SPEC: PULL10).
 */
export async function applyChanges(leadership: Leadership, step: DealStep): Promise<void> {
  const { db } = leadership;
  const [early, last] = inChunks(step.received);
  // Only a complete response can be the first.
  const fresh = step.complete && (await isEmpty(db, step.lane));
  const sets: ChangeSet[] = [];
  try {
    for (const rows of early) {
      const set = await inTransaction(leadership, async () => writeEarly(leadership, step, rows, fresh));
      if (!set) return;
      sets.push(set);
    }
    const set = await inTransaction(leadership, async () => {
      // A deal that was purged in between, and is listed again, has lost the first part.
      const first = early[0]?.[0];
      if (first && !(await stands(db, first))) return null;
      return writeLast(leadership, step, last, fresh);
    });
    if (set) sets.push(set);
  } finally {
    announceChanges(db.userId, sets);
  }
  // This includes rows from the server that this user has deleted, which were already off the screen.
  const gone = [...step.received, ...sets.flatMap((set) => set.changes)].filter(
    ({ table, row }) => table === 'documents' && !row,
  );
  await forgetFiles(
    db.userId,
    step.lane,
    gone.map(({ key }) => key),
  );
}

async function inTransaction<Result>(leadership: Leadership, work: () => Promise<Result>): Promise<Result> {
  const { db } = leadership;
  return db.transaction('rw', [...foldedTables(db), db.cursors], async () => {
    // Checked first: if another worker leads now, everything written is rolled back with the transaction.
    const [result] = await Promise.all([work(), assertLeads(leadership)]);
    return result;
  });
}

/** Splits rows into those of entities, a thousand at a time, and those that must come last. */
function inChunks(told: readonly RowChange[]): [RowChange[][], RowChange[]] {
  if (told.length <= CHUNK_ROWS) return [[], [...told]];
  const rows = told.filter(({ table, row }) => row && table !== 'childLists');
  const rest = told.filter(({ table, row }) => !row || table === 'childLists');
  const early: RowChange[][] = [];
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) early.push(rows.slice(from, from + CHUNK_ROWS));
  return [early, rest];
}

async function writeEarly(
  leadership: Leadership,
  step: DealStep,
  rows: RowChange[],
  fresh: boolean,
): Promise<ChangeSet | null> {
  const { db } = leadership;
  const { lane } = step;
  const edits = await laneRows(leadership, lane);
  return (await isDue(db, step, edits)) ? write(leadership, lane, edits, rows, fresh) : null;
}

async function writeLast(
  leadership: Leadership,
  step: DealStep,
  rows: RowChange[],
  fresh: boolean,
): Promise<ChangeSet | null> {
  const { db } = leadership;
  const { lane, tick, reached } = step;
  const waiting = await laneRows(leadership, lane);
  if (!(await isDue(db, step, waiting))) return null;
  const [{ edits, settled }, gone] = await Promise.all([
    releaseAcknowledged(leadership, waiting, COVERED, tick),
    step.complete && !fresh ? unnamed(db, step) : [],
    moveCursor(db, {
      key: `${lane}/changes`,
      lane,
      collection: 'changes',
      ...reached,
      askedTick: tick,
      pulledAt: new Date().toISOString(),
    }),
    // If the page of the list is unchanged, it would not be sent again, although the deal's row here has changed.
    forgetPages(
      leadership,
      rows.flatMap((each) => (each.table === 'transactions' && each.row ? [placeOf(each.row)] : [])),
    ),
  ]);
  const told = [...rows, ...gone];
  if (told.length === 0 && !settled) return null;
  return write(leadership, lane, edits, told, fresh);
}

/**
 * Advances a cursor. If it has not moved within the same minute, it is not written, because nothing is new, and screens show
 * the time of the last sync in minutes.
 */
async function moveCursor(db: MirrorDatabase, cursor: CursorRow): Promise<void> {
  const before = await db.cursors.get(cursor.key);
  const minute = ({ pulledAt }: CursorRow) => pulledAt.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  const place = ({ epoch, version }: CursorRow) => ({ epoch, version });
  if (before && minute(before) === minute(cursor) && equal(place(before), place(cursor))) return;
  await db.cursors.put(cursor);
}

async function stands(db: MirrorDatabase, { table, key }: MirrorKey): Promise<boolean> {
  // Whether it is shown or not, because the user may have deleted it since, and that edit may be waiting.
  return Boolean((await db.table<unknown, string>(table).get(key)) ?? (await db.base.get([table, key]))?.row);
}

/** Writes the differences below the edits that the server lacks. Returns what changed. */
async function write(
  leadership: Leadership,
  lane: string,
  edits: readonly OutboxRow[],
  told: RowChange[],
  fresh: boolean,
): Promise<ChangeSet> {
  const { db } = leadership;
  const [base, last] = await Promise.all([db.base.where({ lane }).count(), changeSeq(db, lane)]);
  if (edits.length + base > 0) {
    const { mutations } = decodeLane(leadership, edits);
    return numberChanges(db, lane, await refold(db, lane, mutations, told), last);
  }
  const changes = fresh ? told : await thatDiffer(db, told);
  const [set] = await Promise.all([numberChanges(db, lane, changes, last), writeChanges(db, changes)]);
  return set;
}

async function thatDiffer(db: MirrorDatabase, told: readonly RowChange[]): Promise<RowChange[]> {
  const shown = RowMap.of(await readRowsOf(db, told));
  return told.filter((change) => !equal(change.row, shown.get(change)?.row ?? null));
}

/**
 * Returns whether the response may still be applied: its deal was not purged in the meantime, and no later response about the
 * same data has been applied. A deal that was purged and listed again has no rows for changes to add to.
 */
async function isDue(
  db: MirrorDatabase,
  { lane, tick, complete }: DealStep,
  edits: readonly OutboxRow[],
): Promise<boolean> {
  const [deal, base, cursor] = await Promise.all([
    db.transactions.get(lane),
    db.base.get(['transactions', lane]),
    db.cursors.get(`${lane}/changes`),
  ]);
  // Whether it is shown or not, because the user's own deletion of the deal may be waiting, even of one that they have just
  // opened.
  if (!deal && !base?.row && !isMadeHere(edits, lane)) return false;
  if (!complete && cursor?.version === undefined) return false;
  return (cursor?.askedTick ?? 0) < tick;
}

/** Returns whether none of it is on the device, so that there is nothing to compare with. */
async function isEmpty(db: MirrorDatabase, lane: string): Promise<boolean> {
  for (const table of DEAL_TABLES) {
    if ((await db.table(table).where({ transaction: lane }).count()) > 0) return false;
  }
  return (await db.base.where({ lane }).count()) === 0;
}

/** Returns rows that exist here, in the mirror or as base, and that a complete response doesn't contain. */
async function unnamed(db: MirrorDatabase, { lane, received }: DealStep): Promise<RowChange[]> {
  const tables: readonly MirrorTable[] = DEAL_TABLES;
  const known: MirrorKey[] = (await db.base.where({ lane }).toArray()).filter(({ table }) =>
    tables.includes(table),
  );
  const keys = await Promise.all(
    tables.map(async (table) => db.table<unknown, string>(table).where({ transaction: lane }).primaryKeys()),
  );
  tables.forEach((table, index) => {
    for (const key of keys[index] ?? []) known.push({ table, key });
  });
  const named = RowMap.of<MirrorKey>(received);
  const gone = RowMap.of(known.filter((key) => !named.has(key)));
  return [...gone.values()].map(({ table, key }) => ({ table, key, row: null }));
}

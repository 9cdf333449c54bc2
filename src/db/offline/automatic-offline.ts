import type { MirrorDatabase } from '../database.ts';
import { AUTOMATIC_PREFIX, offlineDealRecords, noteReleased, REMOVED_PREFIX } from './offline-deals.ts';
import { openedSince } from './opened-deals.ts';
import type { TransactionRow } from '../rows.ts';

/** The key in `meta` of the user's choice for this device; absent = on. */
export const AUTOMATIC_KEY = 'offline-automatic';

const DAY = 24 * 60 * 60 * 1000;
const OPENED_WITHIN_DAYS = 7;
const CLOSES_WITHIN_DAYS = 14;

/** The maximum number of deals that are kept automatically. */
const AT_MOST = 20;

type Candidate = Pick<TransactionRow, 'uuid' | 'closingDate' | 'archived' | 'restricted'>;

/** The user's actions on this device that determine which deals are kept automatically. */
export interface OfflineHistory {
  /** When each deal was last opened here, epoch milliseconds. */
  opened: ReadonlyMap<string, number>;
  /** Deals that the user keeps or has removed: both are the user's decision. */
  decided: ReadonlySet<string>;
}

/**
 * Returns the deals to keep offline automatically, the most useful first: those opened in the last 7 days, the latest first, then those
 * that close today or in the next 14 days, the soonest first. `now` is in epoch milliseconds.
 */
export function qualifyingDeals(
  deals: readonly Candidate[],
  { opened, decided }: OfflineHistory,
  now: number,
): string[] {
  const [first, last] = [localDay(now), localDay(now + CLOSES_WITHIN_DAYS * DAY)];
  const openedAt = ({ uuid }: Candidate) => opened.get(uuid) ?? -Infinity;
  const isRecent = (deal: Candidate) => openedAt(deal) >= now - OPENED_WITHIN_DAYS * DAY;
  const candidates = deals.filter(
    ({ uuid, archived, restricted }) => !archived && !restricted && !decided.has(uuid),
  );
  const recent = candidates.filter(isRecent).toSorted((one, two) => openedAt(two) - openedAt(one));
  const closing = candidates
    .filter((deal) => !isRecent(deal))
    .flatMap(({ uuid, closingDate: at }) => (at !== null && at >= first && at <= last ? [{ uuid, at }] : []))
    .toSorted((one, two) => (one.at < two.at ? -1 : 1));
  return [...recent, ...closing].slice(0, AT_MOST).map(({ uuid }) => uuid);
}

/** Returns the day in the user's time zone, because a closing date has no time zone. */
function localDay(at: number): string {
  const date = new Date(at);
  date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
  return date.toISOString().slice(0, 10);
}

/**
 * Updates the automatic offline deals. Call it in a transaction over `meta`, with all deals on the device. Returns whether
 * any deal is no longer kept, so that its files can be deleted. A deal in `inUse` stays, because unsent work may need it.
 */
export async function updateAutomaticDeals(
  db: MirrorDatabase,
  deals: readonly TransactionRow[],
  inUse: ReadonlySet<string>,
  now: number,
): Promise<boolean> {
  const kept = await offlineDealRecords(db);
  const setting = await db.meta.get(AUTOMATIC_KEY);
  const removed = await db.meta.where('key').startsWith(REMOVED_PREFIX).primaryKeys();
  const opened = await openedSince(db, now - OPENED_WITHIN_DAYS * DAY);
  const before = kept.flatMap(({ deal, automatic }) => (automatic ? [deal] : []));
  const chosen = kept.flatMap(({ deal, automatic }) => (automatic ? [] : [deal]));
  const decided = new Set([...chosen, ...removed.map((key) => key.slice(REMOVED_PREFIX.length))]);
  const wanted = setting?.value !== false ? qualifyingDeals(deals, { opened, decided }, now) : [];
  const gone = before.filter((deal) => !wanted.includes(deal) && !inUse.has(deal));
  for (const deal of gone) await noteReleased(db, deal);
  const after = [...wanted, ...before.filter((deal) => !wanted.includes(deal) && !gone.includes(deal))];
  if (after.join() !== before.join())
    await db.meta.bulkPut(after.map((deal, rank) => ({ key: `${AUTOMATIC_PREFIX}${deal}`, value: rank })));
  return gone.length > 0;
}

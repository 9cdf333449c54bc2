import type { MirrorDatabase } from '../../../db/database.ts';
import { ACCOUNT_LANE, type DealPage, type TransactionRow } from '../../../db/rows.ts';
import type { Leadership } from '../../engine/leader.ts';

/** A deal's position in the list, which is ordered by these texts and never changes. */
export function placeOf({ createdAt, uuid }: Pick<TransactionRow, 'createdAt' | 'uuid'>): string {
  return `${createdAt}_${uuid}`;
}

/** A page and the position of its last deal. */
export function pageOf(
  page: Omit<DealPage, 'last'>,
  rows: readonly Pick<TransactionRow, 'createdAt' | 'uuid'>[],
): DealPage {
  let last: string | null = null;
  for (const row of rows) {
    const place = placeOf(row);
    if (last === null || place > last) last = place;
  }
  return { ...page, last };
}

/** Returns whether a deal at this position is or was on the page. */
export function isIn({ after, last }: DealPage, place: string): boolean {
  return last !== null && place <= last && (after === null || place > after);
}

/** Returns whether a deal at this position would be on this page, if it were in the list. The last page has no end. */
function covers(page: DealPage, place: string): boolean {
  return isIn(page, place) || (!page.isFull && (page.after === null || place > page.after));
}

/** Returns the deals of this device as the server last sent them, by id. Reads `base` and `transactions`. */
export async function receivedRows(db: MirrorDatabase): Promise<Map<string, TransactionRow>> {
  const rows = new Map((await db.transactions.toArray()).map((row) => [row.uuid, row]));
  const edited = await db.base
    .where('[table+key]')
    .between(['transactions', ''], ['transactions', '\uffff'])
    .toArray();
  for (const base of edited) {
    if (base.table !== 'transactions') continue;
    if (base.row) rows.set(base.key, base.row);
    else rows.delete(base.key);
  }
  return rows;
}

/** Returns the received deals, and those of unchanged pages as they were sent before. */
export async function wholeList(
  db: MirrorDatabase,
  rows: readonly TransactionRow[],
  unchanged: readonly DealPage[],
): Promise<Map<string, TransactionRow>> {
  const told = new Map(rows.map((row) => [row.uuid, row]));
  for (const [uuid, row] of await receivedRows(db)) {
    const isAsBefore = unchanged.some((page) => page.archived === row.archived && isIn(page, placeOf(row)));
    if (isAsBefore && !told.has(uuid)) told.set(uuid, row);
  }
  return told;
}

/** Makes the pages with these positions be sent in full the next time. Inside a transaction over `cursors`. */
export async function forgetPages({ db }: Pick<Leadership, 'db'>, places: readonly string[]): Promise<void> {
  if (places.length === 0) return;
  const key = `${ACCOUNT_LANE}/transactions`;
  const cursor = await db.cursors.get(key);
  if (!cursor?.pages) return;
  const pages = cursor.pages.map((page) =>
    places.some((place) => covers(page, place)) ? { ...page, etag: null } : page,
  );
  await db.cursors.update(key, { pages });
}

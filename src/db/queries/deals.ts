import type { MirrorDatabase } from '../database.ts';
import { TOP } from '../../contract/rules/child-lists.ts';
import { childListKey } from '../draft.ts';
import { ACCOUNT_LANE, type TransactionRow } from '../rows.ts';

/** The deals that are not archived, the next to close first; those without a date last, by name. */
export async function listDeals(db: MirrorDatabase): Promise<TransactionRow[]> {
  const deals = await db.transactions.filter((row) => !row.archived).toArray();
  return deals.toSorted((a, b) => byClosing(a, b) || a.name.localeCompare(b.name));
}

function byClosing(a: TransactionRow, b: TransactionRow): number {
  if (a.closingDate === b.closingDate) return 0;
  if (a.closingDate === null) return 1;
  if (b.closingDate === null) return -1;
  return a.closingDate < b.closingDate ? -1 : 1;
}

export async function dealById(db: MirrorDatabase, uuid: string): Promise<TransactionRow | undefined> {
  return db.transactions.get(uuid);
}

/** Whether the list of deals has been pulled at least once. */
export async function areDealsOnDevice(db: MirrorDatabase): Promise<boolean> {
  return (await db.cursors.where({ lane: ACCOUNT_LANE }).count()) > 0;
}

/** Whether the deal's checklist is on this device: made here, or pulled at least once. */
export async function isDealOnDevice(db: MirrorDatabase, uuid: string): Promise<boolean> {
  return (await db.childLists.get(childListKey(uuid, TOP))) !== undefined;
}

import type { MirrorDatabase } from '../../database.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { childListKey } from '../../outbox/draft.ts';
import { ACCOUNT_LANE, type TransactionRow } from '../../rows.ts';

export interface DealList {
  deals: TransactionRow[];
  /** Whether the list has been pulled at least once: before that, it may not really be empty. */
  pulled: boolean;
}

/**
 * Deals that are not archived, the next to close first, those without a date last, by name; from one snapshot of the
 * mirror.
 */
export async function dealList(db: MirrorDatabase): Promise<DealList> {
  return db.transaction('r', db.transactions, db.cursors, async () => {
    const deals = await db.transactions.filter((row) => !row.archived).toArray();
    return {
      deals: deals.toSorted((a, b) => byClosing(a, b) || a.name.localeCompare(b.name)),
      pulled: await arePulled(db),
    };
  });
}

/** All of the user's deals, including archived ones, in no order; from one snapshot of the mirror. */
export async function allDeals(db: MirrorDatabase): Promise<DealList> {
  return db.transaction('r', db.transactions, db.cursors, async () => ({
    deals: await db.transactions.toArray(),
    pulled: await arePulled(db),
  }));
}

function byClosing(a: TransactionRow, b: TransactionRow): number {
  if (a.closingDate === b.closingDate) return 0;
  if (a.closingDate === null) return 1;
  if (b.closingDate === null) return -1;
  return a.closingDate < b.closingDate ? -1 : 1;
}

export interface DealPage {
  deal: TransactionRow | null;
  /** Returns whether its checklist is on this device: created here, or pulled at least once. */
  onDevice: boolean;
  /** Whether the deal list has been pulled, so that a deal that isn't in it can't be found. */
  listed: boolean;
}

/** What is known about a deal, from one snapshot of the mirror. */
export async function dealPage(db: MirrorDatabase, uuid: string): Promise<DealPage> {
  return db.transaction('r', db.transactions, db.childLists, db.cursors, async () => ({
    deal: (await db.transactions.get(uuid)) ?? null,
    onDevice: (await db.childLists.get(childListKey(uuid, TOP))) !== undefined,
    listed: await arePulled(db),
  }));
}

async function arePulled(db: MirrorDatabase): Promise<boolean> {
  // By key, because a query by lane would run again whenever any deal is pulled.
  return (await db.cursors.get(`${ACCOUNT_LANE}/transactions`)) !== undefined;
}

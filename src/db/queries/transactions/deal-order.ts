import type { MirrorDatabase } from '../../database.ts';
import type { TransactionRow } from '../../rows.ts';
import type { DealStep } from '../status/last-synced.ts';

/** What the deal list can be sorted by, in the order of its columns. */
export const DEAL_COLUMNS = [
  'name',
  'client',
  'matter',
  'closing',
  'signatures',
  'documents',
  'people',
  'step',
] as const;
export type DealColumn = (typeof DEAL_COLUMNS)[number];

export interface DealOrder {
  column: DealColumn;
  descending: boolean;
}

/** The deal that closes next comes first. */
const USUAL_ORDER: DealOrder = { column: 'closing', descending: false };

/** The key in `meta` of the user's sort order. */
export const DEAL_ORDER_KEY = 'deal-order';

/** The order that the user has chosen on this device, or the default. */
export async function dealOrder(db: MirrorDatabase): Promise<DealOrder> {
  const value = (await db.meta.get(DEAL_ORDER_KEY))?.value;
  if (typeof value !== 'object' || value === null || !('column' in value)) return USUAL_ORDER;
  const column = DEAL_COLUMNS.find((each) => each === value.column);
  if (!column) return USUAL_ORDER;
  return { column, descending: 'descending' in value && value.descending === true };
}

type Steps = ReadonlyMap<string, DealStep> | undefined;

/**
 * Returns the deals sorted. A deal without a value in the column comes last in both directions, and equal values are sorted
 * by name.
 */
export function inDealOrder(
  deals: readonly TransactionRow[],
  { column, descending }: DealOrder,
  steps: Steps,
): TransactionRow[] {
  const valued = deals.map((deal) => ({ deal, value: valueOf(deal, column, steps) }));
  return valued
    .toSorted((one, other) => {
      if (one.value === null || other.value === null) {
        if (one.value === other.value) return byName(one.deal, other.deal);
        return one.value === null ? 1 : -1;
      }
      const difference = compare(one.value, other.value);
      if (difference === 0) return byName(one.deal, other.deal);
      return descending ? -difference : difference;
    })
    .map(({ deal }) => deal);
}

/** Returns the value that a column sorts by; null if the deal has none. */
function valueOf(deal: TransactionRow, column: DealColumn, steps: Steps): string | number | null {
  switch (column) {
    case 'name':
      return deal.name;
    case 'client':
      return deal.clientName || null;
    case 'matter':
      return deal.matterNumber || null;
    case 'closing':
      return deal.closingDate;
    case 'signatures':
      return deal.totalSignatures === 0 ? null : deal.numExecutedSignatures / deal.totalSignatures;
    case 'documents':
      return deal.numDocuments;
    case 'people':
      return deal.participants.length;
    case 'step':
      return stepRank(steps?.get(deal.uuid));
  }
}

/** Deals that exist only here come first, because they need attention. */
function stepRank(step: DealStep | undefined): number | null {
  switch (step?.kind) {
    case 'ahead':
      return 0;
    case 'in_step':
      return 1;
    default:
      return null;
  }
}

/** Sorts “Deal 9” before “Deal 10”. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other));
}

function byName(one: TransactionRow, other: TransactionRow): number {
  return collator.compare(one.name, other.name) || (one.uuid < other.uuid ? -1 : 1);
}

/** The deals whose name, client or numbers contain every word, ignoring case and accents. */
export function dealsThatMatch(deals: readonly TransactionRow[], search: string): readonly TransactionRow[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return deals;
  return deals.filter(({ name, clientName, clientNumber, matterNumber }) => {
    const text = plain([name, clientName, clientNumber, matterNumber].join(' '));
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

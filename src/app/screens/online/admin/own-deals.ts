import type { TransactionRow } from '../../../../db/rows.ts';
import { formatDate } from '../../../lib/format/dates.ts';
import { DEALS } from './admin-copy.ts';

/** Returns whether a transaction matches a search text. */
export function matchesSearch({ name, clientName, matterNumber }: TransactionRow, text: string): boolean {
  return `${name} ${clientName} ${matterNumber}`.toLowerCase().includes(text.trim().toLowerCase());
}

/**
 * Returns the name of a transaction with its client, matter and closing date, to distinguish transactions of the same
 * name.
 */
export function describeDeal({
  name,
  clientName,
  matterNumber,
  closingDate,
}: Pick<TransactionRow, 'name' | 'clientName' | 'matterNumber' | 'closingDate'>): string {
  const matter = matterNumber === '' ? '' : DEALS.matter(matterNumber);
  const closing = closingDate === null ? '' : DEALS.closing(formatDate(closingDate));
  return [name, clientName, matter, closing].filter((part) => part !== '').join(', ');
}

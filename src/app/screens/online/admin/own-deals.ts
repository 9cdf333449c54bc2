import type { TransactionRow } from '../../../../db/rows.ts';
import { formatDate } from '../../../lib/format/dates.ts';

/** Whether a transaction is what somebody looks for who typed these words. */
export function isCalled({ name, clientName, matterNumber }: TransactionRow, words: string): boolean {
  return `${name} ${clientName} ${matterNumber}`.toLowerCase().includes(words.trim().toLowerCase());
}

/** A transaction, told from others of its name by what the list of transactions says of it. */
export function describeDeal({
  name,
  clientName,
  matterNumber,
  closingDate,
}: Pick<TransactionRow, 'name' | 'clientName' | 'matterNumber' | 'closingDate'>): string {
  const matter = matterNumber === '' ? '' : `Matter ${matterNumber}`;
  const closing = closingDate === null ? '' : `closing ${formatDate(closingDate)}`;
  return [name, clientName, matter, closing].filter((part) => part !== '').join(', ');
}

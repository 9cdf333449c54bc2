import type { TransactionRow } from '../../../../db/rows.ts';
import { formatDate } from '../../../lib/dates.ts';

/** Whether a transaction is what somebody looks for who typed these words. */
export function isCalled({ name, clientName, matterNumber }: TransactionRow, words: string): boolean {
  return `${name} ${clientName} ${matterNumber}`.toLowerCase().includes(words.trim().toLowerCase());
}

/** A transaction, told from others of its name. */
export function describeDeal({ name, clientName, closingDate }: TransactionRow): string {
  const closing = closingDate === null ? '' : `closing ${formatDate(closingDate)}`;
  return [name, clientName, closing].filter((part) => part !== '').join(', ');
}

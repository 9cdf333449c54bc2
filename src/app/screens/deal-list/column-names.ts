import type { DealColumn } from '../../../db/queries/transactions/deal-order.ts';

/** What the list of deals can be sorted by, as the person reads it. */
export const COLUMN_NAMES: Record<DealColumn, string> = {
  name: 'Transaction',
  client: 'Client',
  matter: 'Matter no.',
  closing: 'Closing',
  signatures: 'Signatures',
  documents: 'Documents',
  people: 'Participants',
  step: 'On this device',
};

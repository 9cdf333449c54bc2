/** What a deal's ledger records (docs/product/releases.md, "The ledger"). */
export const LEDGER_EVENTS = [
  'held',
  'rejected',
  'document_replaced',
  'release_created',
  'release_edited',
  'condition_met',
  'condition_reopened',
  'release_confirmed',
  'confirmation_withdrawn',
  'confirmations_needed',
  'confirmations_dropped',
  'acceptance_required',
  'release_withdrawn',
  'released',
] as const;
export type LedgerEvent = (typeof LEDGER_EVENTS)[number];

/** Returns whether this version knows an event. A newer server may record others. */
export function isLedgerEvent(event: string): event is LedgerEvent {
  const known: readonly string[] = LEDGER_EVENTS;
  return known.includes(event);
}

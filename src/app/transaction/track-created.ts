import { isTrialDeal } from '../../contract/rules/transactions/trial-deal.ts';
import { track } from '../analytics.ts';

/** Tells that a deal was opened, in whichever way, where that is told of at all. */
export function trackCreated(transaction: string, name: string): void {
  if (isTrialDeal(name)) track({ event: 'TRANSACTION_CREATED', properties: { transaction } });
}

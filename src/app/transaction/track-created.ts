import { isTrialDeal } from '../../contract/rules/transactions/trial-deal.ts';
import { track } from '../analytics.ts';

/** Sends the analytics event for a new deal, if it is a trial deal (docs/product/app-shell.md). */
export function trackCreated(transaction: string, name: string): void {
  if (isTrialDeal(name)) track({ event: 'TRANSACTION_CREATED', properties: { transaction } });
}

import type { DealPage } from '../../../db/queries/transactions/deals.ts';

/** Returns what the page of a deal shows. A deal is not found only if the complete list of deals does not contain it. */
export function dealState(
  page: DealPage | undefined,
  reachable: boolean,
): 'loading' | 'shown' | 'restricted' | 'not_on_device' | 'not_found' {
  if (!page) return 'loading';
  if (page.deal?.restricted) return 'restricted';
  if (page.deal !== null && page.onDevice) return 'shown';
  if (!reachable) return 'not_on_device';
  return page.deal === null && page.listed ? 'not_found' : 'loading';
}

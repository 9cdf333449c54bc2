import type { DealPage } from '../../../db/queries/transactions/deals.ts';

/** What the page of a deal shows. A deal that the complete list does not hold cannot be found; else it may yet come. */
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

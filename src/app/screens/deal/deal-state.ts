export interface DealFacts {
  /** Undefined while it is being read, null when the mirror has none. */
  deal: object | null | undefined;
  onDevice: boolean | undefined;
  /** Whether the list of deals has been pulled at least once. */
  listed: boolean | undefined;
  reachable: boolean;
}

/** What the page of a deal shows. A deal that the complete list does not hold cannot be found; else it may yet come. */
export function dealState(facts: DealFacts): 'loading' | 'shown' | 'not_on_device' | 'not_found' {
  const { deal, onDevice, listed, reachable } = facts;
  if (deal === undefined || onDevice === undefined || listed === undefined) return 'loading';
  if (deal !== null && onDevice) return 'shown';
  if (!reachable) return 'not_on_device';
  return deal === null && listed ? 'not_found' : 'loading';
}

import { useState } from 'react';

/** How far a list is scrolled, px (null = nobody knows yet), and whether it flies past. */
export interface Flight {
  offset: number | null;
  flying: boolean;
}

/**
 * A list flies past when it is scrolled, from one paint to the next, by more than it shows at once, until it comes to rest:
 * nobody reads it then, and all of its rows are others each time.
 *
 * @param shown what the list shows at once, px
 */
export function nextFlight(
  last: Flight,
  { offset, isScrolling, shown }: { offset: number | null; isScrolling: boolean; shown: number },
): Flight {
  const far = last.offset !== null && offset !== null && Math.abs(offset - last.offset) > shown;
  const flying = isScrolling && (last.flying || far);
  return last.offset === offset && last.flying === flying ? last : { offset, flying };
}

/** Whether the list flies past now. */
export function useFlight(now: Parameters<typeof nextFlight>[1]): boolean {
  const [last, setLast] = useState<Flight>({ offset: null, flying: false });
  const next = nextFlight(last, now);
  if (next !== last) setLast(next);
  return next.flying;
}

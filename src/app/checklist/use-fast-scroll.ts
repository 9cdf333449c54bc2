import { useState } from 'react';

/** The scroll offset of a list, px (null = not measured yet), and whether it scrolls fast. */
export interface Scroll {
  offset: number | null;
  isFast: boolean;
}

/**
 * Returns the next state of a scroll. A list scrolls fast from the moment it moves by more than its own height between two
 * paints until it comes to rest. Nobody reads it then, and every row is replaced at each paint.
 *
 * @param shown height of the visible part, px
 */
export function nextScroll(
  last: Scroll,
  { offset, isScrolling, shown }: { offset: number | null; isScrolling: boolean; shown: number },
): Scroll {
  const far = last.offset !== null && offset !== null && Math.abs(offset - last.offset) > shown;
  const isFast = isScrolling && (last.isFast || far);
  return last.offset === offset && last.isFast === isFast ? last : { offset, isFast };
}

/** Returns whether the list scrolls fast now. */
export function useFastScroll(now: Parameters<typeof nextScroll>[1]): boolean {
  const [last, setLast] = useState<Scroll>({ offset: null, isFast: false });
  const next = nextScroll(last, now);
  if (next !== last) setLast(next);
  return next.isFast;
}

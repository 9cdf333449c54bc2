import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Returns the rows of a virtual list to mount: the visible ones and the pinned one. -1 pins none. */
export function withPinned(range: Range, pinned: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (pinned < 0 || pinned >= range.count || indexes.includes(pinned)) return indexes;
  return [...indexes, pinned].toSorted((a, b) => a - b);
}

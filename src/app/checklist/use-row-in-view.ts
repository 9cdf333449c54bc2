import { useLayoutEffect, useRef } from 'react';

interface RowInView {
  /** The row's; null = there is none. */
  uuid: string | null;
  /** Where it stands in the list. */
  index: number;
  /** What the order is told by. */
  order: unknown;
  /** Whether the row at an index is on the screen, as far as is known without asking the browser. */
  isShown: (index: number) => boolean;
  bringIntoView: (index: number) => void;
}

/**
 * A row that is on the screen stays there when the order of the rows changes: a move by key takes the list along, and so does
 * what others put above it.
 */
export function useRowInView({ uuid, index, order, isShown, bringIntoView }: RowInView): void {
  const before = useRef({ uuid, index, order });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { uuid, index, order };
    if (last.order === order || last.uuid !== uuid || last.index === index) return;
    if (isShown(last.index) && !isShown(index)) bringIntoView(index);
  });
}

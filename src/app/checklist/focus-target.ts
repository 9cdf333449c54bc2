import type { FocusStep } from './checklist-keys.ts';

/** Rows that Page Up and Page Down go. */
const PAGE = 10;

/** Where the focus goes from a row, or null on an empty list. */
export function focusTarget(order: readonly string[], from: string | null, step: FocusStep): string | null {
  const at = from === null ? -1 : order.indexOf(from);
  const last = order.length - 1;
  const wanted = {
    next: at + 1,
    previous: at - 1,
    'page-down': at + PAGE,
    'page-up': at - PAGE,
    first: 0,
    last,
  }[step];
  return order[Math.min(Math.max(wanted, 0), last)] ?? null;
}

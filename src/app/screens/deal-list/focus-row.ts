import type { KeyboardEvent } from 'react';

/** Returns the links of the shown deals, in order. */
function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[data-deal]')];
}

/** Moves between deals with the arrow keys, Home and End. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const row = rowToFocus(event.key, event.currentTarget);
  if (!row) return;
  event.preventDefault();
  row.focus();
}

function rowToFocus(key: string, from: HTMLElement): HTMLElement | null {
  const rows = rowLinks();
  const at = rows.findIndex((row) => row === from);
  if (at < 0) return null;
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1] ?? null;
    case 'ArrowUp':
      return rows[at - 1] ?? null;
    case 'Home':
      return rows[0] ?? null;
    case 'End':
      return rows.at(-1) ?? null;
    default:
      return null;
  }
}

/** Focuses the row of a deal, by default the first. */
export function focusRow(deal?: string): void {
  const rows = rowLinks();
  const row = deal === undefined ? rows[0] : rows.find((each) => each.dataset['deal'] === deal);
  row?.focus();
}

/** Returns the deal to focus after this one leaves the list: the next, or else the previous. */
export function neighborOf(deal: string): string | undefined {
  const deals = rowLinks().map((row) => row.dataset['deal']);
  const at = deals.indexOf(deal);
  return deals[at + 1] ?? deals[at - 1];
}

import type { Sheet } from './sheet.ts';

/** Returns the text of a sheet for screen readers, line by line. */
export function sheetText({ runs }: Sheet): string {
  const lines = Map.groupBy(runs, ({ y }) => Math.round(y));
  return [...lines]
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) =>
      line
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text.trim())
        .join(' '),
    )
    .join('\n');
}

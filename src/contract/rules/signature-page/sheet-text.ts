import type { Sheet } from './sheet.ts';

/** The text of a sheet for who cannot see it: lines from top to bottom. */
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

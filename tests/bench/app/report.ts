import type { BenchRow } from '../sync/bench-row.ts';
import { goalsOf, machineOf, sectionOf, type Circumstances } from '../sync/report.ts';

/** Returns the text of docs/benchmarks-app.md. `failed`: the names of rows that could not be measured. */
export function appPageOf(
  rows: readonly BenchRow[],
  failed: readonly string[],
  circumstances: Omit<Circumstances, 'peers'>,
): string {
  return `${[
    '# Benchmarks of the app',
    '`npm run bench app` writes this page. It runs the built app, installed in Chromium, against the real server with PostgreSQL in its own process.',
    [
      ...machineOf(circumstances),
      `- Rounds: ${circumstances.runs}, each in a new browser process on a copy of a profile. Figures are medians with quartiles over all rounds. The browser paints without a graphics card. “Processor 4 × slower” is Chromium’s own throttling of the page’s process; the browser’s process, which has IndexedDB, is not slowed down.`,
    ].join('\n'),
    goalsOf(rows),
    ...(failed.length === 0 ? [] : [`Not measured because of an error: ${failed.join(', ')}.`]),
    ...rows.map(sectionOf),
  ].join('\n\n')}\n`;
}

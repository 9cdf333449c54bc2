import type { BenchRow } from '../sync/bench-row.ts';
import { goalsOf, machineOf, sectionOf, type Circumstances } from '../sync/report.ts';

/** The page docs/benchmarks-app.md. */
export function appPageOf(rows: readonly BenchRow[], circumstances: Omit<Circumstances, 'peers'>): string {
  return `${[
    '# Benchmarks of the app',
    'Made by `npm run bench app`, which writes this page: the built app in Chromium, installed, the real server with PostgreSQL as a process of its own.',
    [
      ...machineOf(circumstances),
      `- Rounds: ${circumstances.runs}, each in a browser process that was just started on a copy of a profile. Figures are medians with quartiles over all rounds. The browser paints without a graphics card. “Processor 4 × slower”: as Chromium’s own throttling makes the page’s process; the browser’s, which holds IndexedDB, is as quick as before.`,
    ].join('\n'),
    goalsOf(rows),
    ...rows.map(sectionOf),
  ].join('\n\n')}\n`;
}

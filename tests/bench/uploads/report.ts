import type { BenchRow } from '../sync/bench-row.ts';
import { goalsOf, machineOf, sectionOf, type Circumstances } from '../sync/report.ts';

/** Returns the text of docs/benchmarks-uploads.md. */
export function uploadsPageOf(
  rows: readonly BenchRow[],
  circumstances: Omit<Circumstances, 'peers'>,
): string {
  return `${[
    '# Benchmarks of uploads',
    '`npm run bench uploads` writes this page. It runs the built app in Chromium against the real server with PostgreSQL in its own process, over connections with a fixed speed.',
    [
      ...machineOf(circumstances),
      `- ${circumstances.runs} rounds, each with a new person, a new browser profile and a new deal. Figures are medians with quartiles. Ratios are computed within each round, and the median counts.`,
    ].join('\n'),
    goalsOf(rows),
    ...rows.map(sectionOf),
  ].join('\n\n')}\n`;
}

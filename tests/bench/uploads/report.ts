import type { BenchRow } from '../sync/bench-row.ts';
import { goalsOf, machineOf, sectionOf, type Circumstances } from '../sync/report.ts';

/** The page docs/benchmarks-uploads.md. */
export function uploadsPageOf(
  rows: readonly BenchRow[],
  circumstances: Omit<Circumstances, 'peers'>,
): string {
  return `${[
    '# Benchmarks of uploads',
    'Made by `npm run bench uploads`, which writes this page: the built app in Chromium, the real server with PostgreSQL as a process of its own, wires between them whose speed is set.',
    [
      ...machineOf(circumstances),
      `- ${circumstances.runs} rounds, each by a new person at a new browser profile, on a new deal. Figures are medians with quartiles; a ratio is taken within each round, and its median counts.`,
    ].join('\n'),
    goalsOf(rows),
    ...rows.map(sectionOf),
  ].join('\n\n')}\n`;
}

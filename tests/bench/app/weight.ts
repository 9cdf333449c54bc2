import { runCommand } from '../../../scripts/run-command.ts';
import { atMost, type BenchRow } from '../sync/bench-row.ts';

/** What `npm run check` measures, with the labels that it prints. */
const WEIGHED = [
  {
    line: 'JavaScript before the deal list',
    goal: 'JavaScript before the deal list ≤ 150 kB, gzipped',
    most: 150,
  },
  { line: 'Precache without the viewer', goal: 'precache without the viewer ≤ 2.15 MB', most: 2150 },
] as const;

/** Returns the sizes of the build, as the check of `npm run check` reports them. */
export async function measureWeight(): Promise<BenchRow> {
  const { output } = await runCommand(process.execPath, ['scripts/check-size.ts']);
  const found = WEIGHED.map(({ line, goal, most }) => {
    const kilobytes = Number(new RegExp(`^${line}: ([\\d.]+) kB`, 'm').exec(output)?.[1] ?? Number.NaN);
    return { goal: atMost(goal, kilobytes, most, 'kB'), line, kilobytes };
  });
  return {
    title: 'Weight',
    measures:
      'What a visitor’s browser loads before the list of deals can show, and what the service worker stores when it is installed. `npm run check` enforces both limits.',
    goals: found.map(({ goal }) => goal),
    head: ['', 'kB'],
    lines: found.map(({ line, kilobytes }) => [line, kilobytes.toFixed(1)]),
    notes: [],
  };
}

import { cpus } from 'node:os';
import { readFile } from 'node:fs/promises';
import type { BenchRow } from './bench-row.ts';

/** What the figures depend on, besides the code. */
export interface Circumstances {
  date: string;
  browser: string;
  runs: number;
  /** The load average of the machine over one minute, before and after. */
  load: { before: number; after: number };
  peers: Readonly<Record<string, string>>;
}

/** Returns the versions of the peers that bench/package.json pins, and of the product's Dexie. */
export async function readPeers(): Promise<Record<string, string>> {
  const [peers, product] = await Promise.all([
    readFile('bench/package.json', 'utf8'),
    readFile('package.json', 'utf8'),
  ]);
  const { rxdb, replicache } = JSON.parse(peers).devDependencies;
  return { RxDB: rxdb, Replicache: replicache, Dexie: JSON.parse(product).dependencies.dexie };
}

/** Returns a row as a section: what it measures, its goals, its table. */
export function sectionOf(row: BenchRow): string {
  return [
    `## ${row.title}`,
    row.measures,
    tableOf(
      ['goal', 'result', ''],
      row.goals.map(({ words, found, holds }) => [words, found, holds ? 'met' : '**missed**']),
    ),
    tableOf(row.head, row.lines),
    ...row.notes,
  ].join('\n\n');
}

/** Returns a list of the machine, the browser and the load. */
export function machineOf({
  date,
  browser,
  load,
}: Pick<Circumstances, 'date' | 'browser' | 'load'>): string[] {
  const [cpu] = cpus();
  return [
    `- ${date}, ${cpus().length} cores of ${cpu?.model ?? 'unknown'}, ${browser}.`,
    `- Load of the machine: ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after. On a busy machine, trust the ratios more than the times.`,
  ];
}

/** Returns a table of all goals on a page. */
export function goalsOf(rows: readonly BenchRow[]): string {
  return tableOf(
    ['what', 'goal', 'result', ''],
    rows.flatMap(({ title, goals }) =>
      goals.map(({ words, found, holds }) => [title, words, found, holds ? 'met' : '**missed**']),
    ),
  );
}

/** Returns the text of docs/benchmarks.md. */
export function pageOf(rows: readonly BenchRow[], circumstances: Circumstances): string {
  const { runs, peers } = circumstances;
  return `${[
    '# Benchmarks',
    '`npm run bench sync` writes this page. It installs the peers (bench/package.json), builds the measured pages for production, and runs them in Chromium.',
    [
      ...machineOf(circumstances),
      `- Peers: ${Object.entries(peers)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}.`,
      `- ${runs} rounds. Each round measures every contender once, in a new browser with its own profile, and starts with a different contender. Figures are medians with quartiles. Ratios are computed within each round, and the median counts.`,
      '- All contenders use the same rows: a deal of 10,000 rows with 649 headers, 2,999 items and their places, 2,701 documents of 1 to 15 pages, and 651 lists of children; 11 MB as JSON.',
    ].join('\n'),
    goalsOf(rows),
    ...rows.map(sectionOf),
  ].join('\n\n')}\n`;
}

function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

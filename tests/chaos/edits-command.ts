// `npm run chaos -- edits --runs N --seed S`: runs real clients against the real server over failing
// networks. The last line is `N runs, V violations`. The exit code is 1 if there are any. A run with a
// violation prints the command that repeats its faults and edits.
import './browser-globals.ts';
import { parseArgs } from 'node:util';
import { addUp, inWords } from './chaos-counts.ts';
import { runChaos, type RunReport } from './chaos-run.ts';
import { RealServer } from './real-server.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function runSeeds(seeds: readonly number[]): Promise<RunReport[]> {
  const reports: RunReport[] = [];
  const server = await RealServer.start();
  try {
    for (const seed of seeds) {
      const report = await runChaos(server, seed);
      reports.push(report);
      const refused = sum([...report.refused.values()]);
      const killed = report.kills > 0 ? ', server killed' : '';
      say(`${seed}: ${report.edits} edits, ${refused} refused${killed}, ${report.seconds.toFixed(1)} s`);
      for (const violation of report.violations) say(`  ✗ ${violation}`);
      if (report.violations.length > 0) say(`  to repeat: npm run chaos -- edits --runs 1 --seed ${seed}`);
    }
  } finally {
    await server.stop();
  }
  return reports;
}

/** Returns the exit code. */
export async function runEditsCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string' }, seed: { type: 'string' } },
  });
  const runs = Number(values.runs ?? 200);
  const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);
  const reports = await runSeeds(Array.from({ length: runs }, (_, index) => firstSeed + index));
  const violations = sum(reports.map((report) => report.violations.length));
  say(`Edits: ${inWords(addUp(reports.map((report) => report.commands)))}`);
  say(`Refused: ${inWords(addUp(reports.map((report) => report.refused)))}`);
  say(`Requests: ${inWords(addUp(reports.map((report) => report.requests)))}`);
  say(`The server was killed ${sum(reports.map((report) => report.kills))} times.`);
  say(`${reports.length} runs, ${violations} violations`);
  return violations > 0 ? 1 : 0;
}

// `npm run chaos -- edits --runs N --seed S`: real clients before the real server, over networks that break; half of the runs
// by the change feed, half by the plain lists (`--way feed|lists`: all of them). The last line is `N runs, V violations`;
// the exit code is 1 where there are any. A run that broke a rule prints the line that repeats its faults and edits.
import './browser-globals.ts';
import { parseArgs } from 'node:util';
import { addUp, inWords } from './chaos-counts.ts';
import { runChaos, type RunReport } from './chaos-run.ts';
import { WAYS, type Way } from '../support/ways.ts';
import { RealServer } from './real-server.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function runWay(way: Way, seeds: readonly number[]): Promise<RunReport[]> {
  const reports: RunReport[] = [];
  const server = await RealServer.start(way);
  try {
    for (const seed of seeds) {
      const report = await runChaos(server, seed);
      reports.push(report);
      const refused = sum([...report.refused.values()]);
      const killed = report.kills > 0 ? ', server killed' : '';
      say(
        `${way} ${seed}: ${report.edits} edits, ${refused} refused${killed}, ${report.seconds.toFixed(1)} s`,
      );
      for (const violation of report.violations) say(`  ✗ ${violation}`);
      if (report.violations.length > 0)
        say(`  again: npm run chaos -- edits --runs 1 --seed ${seed} --way ${way}`);
    }
  } finally {
    await server.stop();
  }
  return reports;
}

/** Answers the exit code. */
export async function runEditsCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string' }, seed: { type: 'string' }, way: { type: 'string' } },
  });
  const runs = Number(values.runs ?? 200);
  const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);
  const ways = WAYS.filter((way) => values.way === undefined || way === values.way);

  const reports: RunReport[] = [];
  for (const [index, way] of ways.entries()) {
    const from = Math.round((runs * index) / ways.length);
    const to = Math.round((runs * (index + 1)) / ways.length);
    const seeds = Array.from({ length: to - from }, (_, at) => firstSeed + from + at);
    if (seeds.length > 0) reports.push(...(await runWay(way, seeds)));
  }
  const violations = sum(reports.map((report) => report.violations.length));
  say(`Edits: ${inWords(addUp(reports.map((report) => report.commands)))}`);
  say(`Refused: ${inWords(addUp(reports.map((report) => report.refused)))}`);
  say(`Requests: ${inWords(addUp(reports.map((report) => report.requests)))}`);
  say(`The server was killed ${sum(reports.map((report) => report.kills))} times.`);
  say(`${reports.length} runs, ${violations} violations`);
  return violations > 0 ? 1 : 0;
}

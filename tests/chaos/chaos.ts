// `npm run chaos -- --runs N --seed S`: real clients before the real server, over networks that break. The last line is
// `N runs, V violations`; the exit code is 1 where there are any. Each run's seed is printed with what it broke.
import './browser-globals.ts';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos-run.ts';
import { RealServer } from './real-server.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = Number(values.runs ?? 200);
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const requests = new Map<string, number>();
let [violations, edits, refused, kills] = [0, 0, 0, 0];
const server = await RealServer.start();
try {
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const report = await runChaos(server, seed);
    for (const [what, count] of report.requests) requests.set(what, (requests.get(what) ?? 0) + count);
    edits += report.edits;
    refused += report.refused;
    kills += report.kills;
    say(
      `${seed}: ${report.edits} edits, ${report.refused} refused, ${report.kills} kills, ${report.seconds.toFixed(1)} s`,
    );
    if (report.violations.length === 0) continue;
    violations += report.violations.length;
    for (const violation of report.violations) say(`  ✗ ${violation}`);
    say(`  replay: npm run chaos -- --runs 1 --seed ${seed}`);
  }
} finally {
  await server.stop();
}
say(`${edits} edits, ${refused} refused, ${kills} times the server was killed`);
say([...requests].map(([what, count]) => `${count} ${what}`).join(', '));
say(`${runs} runs, ${violations} violations`);
// The engine's channels between tabs, which a browser closes with the tab, would keep the process alive.
process.exit(violations > 0 ? 1 : 0);

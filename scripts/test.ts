// `npm test`: the checks, then every suite, and the simulation beside them. The last line is `N passed, N failed`, summed
// over all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { inSeconds, runCommand } from './run-command.ts';
import { chromium, installMissing, libreOffice, libreOfficeCalc } from './system-packages.ts';
import { readTotals, type Totals } from './test-totals.ts';

/** Tests wait for databases, conversions and pages much of the time: more files at once than there are cores. */
const suites: readonly { name: string; projects: readonly string[]; workers: number }[] = [
  { name: 'house, unit and server', projects: ['house', 'unit', 'server'], workers: 4 },
  { name: 'browser', projects: ['browser'], workers: 3 },
];

async function runSuite(
  { name, projects, workers }: (typeof suites)[number],
  folder: string,
): Promise<Totals> {
  console.log(`\n── ${name} ──`);
  const report = join(folder, `${projects.join('-')}.json`);
  const result = await runCommand(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    // Servers are started dozens of times: what Node has compiled once need not be compiled again.
    { show: true, env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } },
  );
  return readTotals(report, result.code);
}

/** How many schedules of the simulation, half of them each way; always the same ones. `npm run simulate` runs any number. */
const SCHEDULES = 500;

/**
 * Runs the schedules on what the suites leave idle: these wait for browsers and databases much of the time. Counts as one
 * test; what it has found stands in its output, with the lines that replay it.
 */
async function simulate(): Promise<Totals & { output: string }> {
  const count = String(SCHEDULES);
  const simulation = ['tests/simulation/simulate.ts', '--schedules', count, '--seed', '1', '--workers', '2'];
  // Not by `os.setPriority`: the threads that collect garbage would keep theirs.
  const { code, output, seconds } = await runCommand('nice', ['-n', '19', process.execPath, ...simulation]);
  const held = code === 0;
  return { passed: held ? 1 : 0, failed: held ? 0 : 1, output: `${output}${inSeconds(seconds).trim()}\n` };
}

const folder = mkdtempSync(join(tmpdir(), 'counterpart-test-'));
try {
  const missing = await installMissing([libreOffice, libreOfficeCalc, chromium]);
  const simulation = simulate();
  console.log('── check ──');
  const totals: Totals[] = [await runChecks()];
  for (const suite of suites) totals.push(await runSuite(suite, folder));
  console.log('\n── simulation ──');
  const { output, ...simulated } = await simulation;
  console.log(output);
  totals.push(simulated);
  const passed = totals.reduce((sum, suite) => sum + suite.passed, 0);
  // A program that is missing fails tests by itself, but one that nobody missed must not go unseen.
  const failed = totals.reduce((sum, suite) => sum + suite.failed, missing.length);
  if (missing.length > 0) console.log(`\nMissing: ${missing.map((program) => program.name).join(', ')}.`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

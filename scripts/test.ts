// `npm test`: runs the checks, then every suite, with the simulation in parallel. The last line is `N passed,
// N failed`, the sum of all of them, after a list of what failed. With `--retry-failed-files` (CI), a test
// file that failed runs once more; if it passes then, it is listed as flaky. CI also sets `--seed`, so that
// it fails only because of changes. Takes about 15 minutes on two cores. `npm run test:long` runs the rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './check.ts';
import { inSeconds, runCommand } from './run-command.ts';
import { installPrograms, reportOutcomes, runSuites, type Outcome, type Suite } from './test-suites.ts';

const { values: options } = parseArgs({
  options: {
    'retry-failed-files': { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

/**
 * Tests often wait for databases and conversions, so more files run in parallel than there are cores. A
 * browser and its server keep two cores busy.
 */
const suites: readonly Suite[] = [
  {
    name: 'house, unit and server',
    projects: ['house', 'contract', 'unit', 'server', 'server-parts'],
    workers: 5,
  },
  { name: 'browser', projects: ['browser'], workers: 2 },
];

/**
 * How many schedules the simulation runs; `npm run test:long` runs more. Without `--seed`, each run has
 * different ones.
 */
const SCHEDULES = 150;

/**
 * Runs the schedules on the processor time that the suites leave idle. They count as one test. The output has
 * each violation with the command that repeats it.
 */
async function simulate(): Promise<Outcome & { output: string }> {
  const { seed } = options;
  const count = String(SCHEDULES);
  console.log(
    `The simulation runs in parallel with the suites: npm run simulate -- --schedules ${count} --seed ${seed}`,
  );
  const simulation = ['tests/simulation/simulate.ts', '--schedules', count, '--seed', seed, '--workers', '2'];
  // `os.setPriority` would not lower the priority of the garbage collector's threads.
  const { code, output, seconds } = await runCommand('nice', ['-n', '19', process.execPath, ...simulation]);
  const held = code === 0;
  return {
    totals: [{ passed: held ? 1 : 0, failed: held ? 0 : 1 }],
    broken: held ? [] : ['the simulation'],
    flaky: [],
    output: `${output}${inSeconds(seconds).trim()}\n`,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'counterpart-test-'));
try {
  const missing = await installPrograms();
  const simulation = simulate();
  console.log('── check ──');
  const checks = await runChecks();
  const checked: Outcome = {
    totals: [checks],
    broken: checks.failed > 0 ? ['npm run check'] : [],
    flaky: [],
  };
  const tested = await runSuites(suites, folder, { retryFailedFiles: options['retry-failed-files'] });
  console.log('\n── simulation ──');
  const simulated = await simulation;
  console.log(simulated.output);
  process.exitCode = reportOutcomes([checked, tested, simulated], missing);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// `npm test`: the checks, then every suite, with the simulation running beside them. The last line is `N passed, N failed`,
// summed over all of them; what failed is listed before it. With `--retry-failed-files` (CI), a test file that failed runs
// once more; a file that passes then is listed as flaky.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './check.ts';
import { inSeconds, runCommand } from './run-command.ts';
import {
  bubblewrap,
  chromium,
  clamav,
  sealVerifiers,
  installMissing,
  libreOffice,
  libreOfficeCalc,
} from './system-packages.ts';
import {
  failedFiles,
  readResult,
  totalsOf,
  withRetry,
  type SuiteResult,
  type Totals,
} from './test-totals.ts';

const { values: options } = parseArgs({
  options: { 'retry-failed-files': { type: 'boolean', default: false } },
});

interface Suite {
  readonly name: string;
  readonly projects: readonly string[];
  readonly workers: number;
}

/** Tests wait for databases, conversions and pages much of the time, so more files run at once than there are cores. */
const suites: readonly Suite[] = [
  { name: 'house, unit and server', projects: ['house', 'unit', 'server'], workers: 4 },
  { name: 'browser', projects: ['browser'], workers: 3 },
];

/** Runs a suite, or only the given files of it. */
async function runSuite(
  { projects, workers }: Suite,
  folder: string,
  files: readonly string[] = [],
): Promise<SuiteResult> {
  const report = join(folder, `${projects.join('-')}${files.length > 0 ? '-retry' : ''}.json`);
  const result = await runCommand(
    'vitest',
    [
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    // Servers start dozens of times: Node compiles their code once.
    { show: true, env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } },
  );
  return readResult(report, result.code);
}

/** How many schedules of the simulation run, half of them without the change feed. `npm run test:long` runs more. */
const SCHEDULES = 150;

/**
 * Runs the schedules on the processor time that the suites leave idle. They count as one test; its output has each
 * violation with the line that replays it.
 */
async function simulate(): Promise<Totals & { output: string }> {
  const count = String(SCHEDULES);
  const simulation = ['tests/simulation/simulate.ts', '--schedules', count, '--seed', '1', '--workers', '2'];
  // `os.setPriority` would leave the threads that collect garbage at the old priority.
  const { code, output, seconds } = await runCommand('nice', ['-n', '19', process.execPath, ...simulation]);
  const held = code === 0;
  return { passed: held ? 1 : 0, failed: held ? 0 : 1, output: `${output}${inSeconds(seconds).trim()}\n` };
}

const folder = mkdtempSync(join(tmpdir(), 'counterpart-test-'));
try {
  const missing = await installMissing([
    libreOffice,
    bubblewrap,
    libreOfficeCalc,
    chromium,
    clamav,
    sealVerifiers,
  ]);
  const simulation = simulate();
  console.log('── check ──');
  const checks = await runChecks();
  const totals: Totals[] = [checks];
  const flaky: string[] = [];
  const broken: string[] = checks.failed > 0 ? ['npm run check'] : [];
  for (const suite of suites) {
    console.log(`\n── ${suite.name} ──`);
    let result = await runSuite(suite, folder);
    const failed = failedFiles(result);
    if (options['retry-failed-files'] && failed.length > 0) {
      console.log(`\n── ${suite.name}: ${failed.length} failed, once more ──`);
      const retry = await runSuite(suite, folder, failed);
      const failedAgain = new Set(failedFiles(retry));
      flaky.push(...failed.filter((file) => retry.files.has(file) && !failedAgain.has(file)));
      result = withRetry(result, retry);
    }
    broken.push(...failedFiles(result).map((file) => relative(process.cwd(), file)));
    if (result.outside > 0) broken.push(`${suite.name}: an error outside any test`);
    totals.push(totalsOf(result));
  }
  console.log('\n── simulation ──');
  const { output, ...simulated } = await simulation;
  console.log(output);
  totals.push(simulated);
  if (simulated.failed > 0) broken.push('the simulation');
  const passed = totals.reduce((sum, suite) => sum + suite.passed, 0);
  // A missing program fails tests by itself, but one that no test needed must not go unnoticed.
  const failed = totals.reduce((sum, suite) => sum + suite.failed, missing.length);
  if (missing.length > 0) console.log(`\nMissing: ${missing.map((program) => program.name).join(', ')}.`);
  for (const file of flaky) console.log(`flaky: ${relative(process.cwd(), file)}`);
  for (const part of broken) console.log(`failed: ${part}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

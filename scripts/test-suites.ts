import { join, relative } from 'node:path';
import { runCommand } from './run-command.ts';
import {
  bubblewrap,
  chromium,
  clamav,
  installMissing,
  libreOffice,
  libreOfficeCalc,
  sealVerifiers,
} from './system-packages.ts';
import {
  failedFiles,
  readResult,
  totalsOf,
  withRetry,
  type SuiteResult,
  type Totals,
} from './test-totals.ts';

export interface Suite {
  readonly name: string;
  /** Names of projects in vitest.config.ts. */
  readonly projects: readonly string[];
  readonly workers: number;
}

export interface Outcome {
  readonly totals: readonly Totals[];
  /** What to list as failed: files, relative to the working directory, and descriptions. */
  readonly broken: readonly string[];
  /** Files that failed and passed in the second run. */
  readonly flaky: readonly string[];
}

/** Installs the programs that the tests need. Resolves to the names of those that could not be installed. */
export async function installPrograms(): Promise<string[]> {
  const missing = await installMissing([
    libreOffice,
    bubblewrap,
    libreOfficeCalc,
    chromium,
    clamav,
    sealVerifiers,
  ]);
  return missing.map((program) => program.name);
}

/** Runs the suites one after another. Writes their reports to the folder. */
export async function runSuites(
  suites: readonly Suite[],
  folder: string,
  { retryFailedFiles }: { retryFailedFiles: boolean },
): Promise<Outcome> {
  const totals: Totals[] = [];
  const broken: string[] = [];
  const flaky: string[] = [];
  for (const suite of suites) {
    console.log(`\n── ${suite.name} ──`);
    let result = await runSuite(suite, folder);
    const failed = failedFiles(result);
    if (retryFailedFiles && failed.length > 0) {
      console.log(`\n── ${suite.name}: ${failed.length} failed, running them again ──`);
      const retry = await runSuite(suite, folder, failed);
      const failedAgain = new Set(failedFiles(retry));
      flaky.push(...failed.filter((file) => retry.files.has(file) && !failedAgain.has(file)).map(fromHere));
      result = withRetry(result, retry);
    }
    broken.push(...failedFiles(result).map(fromHere));
    if (result.outside > 0) broken.push(`${suite.name}: an error outside any test`);
    totals.push(totalsOf(result));
  }
  return { totals, broken, flaky };
}

/** Prints what was flaky and what failed, then the totals as the last line. Resolves to the exit code. */
export function reportOutcomes(outcomes: readonly Outcome[], missing: readonly string[]): 0 | 1 {
  const totals = outcomes.flatMap((outcome) => outcome.totals);
  const passed = totals.reduce((sum, suite) => sum + suite.passed, 0);
  // Tests that need a missing program fail anyway. Counted here too, so that a program that no test needed is
  // not overlooked.
  const failed = totals.reduce((sum, suite) => sum + suite.failed, missing.length);
  if (missing.length > 0) console.log(`\nMissing: ${missing.join(', ')}.`);
  for (const file of outcomes.flatMap((outcome) => outcome.flaky)) console.log(`flaky: ${file}`);
  for (const part of outcomes.flatMap((outcome) => outcome.broken)) console.log(`failed: ${part}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function fromHere(file: string): string {
  return relative(process.cwd(), file);
}

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
    // Servers start dozens of times, so Node caches their compiled code.
    { show: true, env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } },
  );
  return readResult(report, result.code);
}

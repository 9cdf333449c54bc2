import { existsSync, readFileSync } from 'node:fs';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

/**
 * What a run of vitest came to, from the JSON report that it left and its exit code.
 * All that is not a passed test is a failure: a skipped test, a file that did not load, a run that broke off.
 */
export function readTotals(report: string, exitCode: number): Totals {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const counts: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const passed = count(counts, 'numPassedTests');
  const failed =
    count(counts, 'numFailedTests') +
    count(counts, 'numPendingTests') +
    count(counts, 'numTodoTests') +
    filesThatDidNotLoad(counts);
  // An error outside any test (an unhandled rejection) shows in the exit code only.
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function filesThatDidNotLoad(counts: unknown): number {
  const files = field(counts, 'testResults');
  if (!Array.isArray(files)) return 1;
  return files.filter((file: unknown) => {
    const tests = field(file, 'assertionResults');
    return field(file, 'status') === 'failed' && Array.isArray(tests) && tests.length === 0;
  }).length;
}

function count(counts: unknown, name: string): number {
  const value = field(counts, name);
  return typeof value === 'number' ? value : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

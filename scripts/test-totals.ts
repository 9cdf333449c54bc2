import { existsSync, readFileSync } from 'node:fs';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

/** The result of one run of vitest. */
export interface SuiteResult {
  /** Counts by test file (absolute path). A file that did not load counts as one failed test. */
  readonly files: ReadonlyMap<string, Totals>;
  /** Failures outside any file: a missing or unreadable report, or an error between tests. */
  readonly outside: number;
}

/**
 * Reads vitest's JSON report and its exit code. Everything other than a passed test counts as a failure: a
 * skipped test, a file that did not load, an aborted run.
 */
export function readResult(report: string, exitCode: number): SuiteResult {
  const files = new Map<string, Totals>();
  if (!existsSync(report)) return { files, outside: 1 };
  const counts: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const results = field(counts, 'testResults');
  if (!Array.isArray(results)) return { files, outside: 1 };
  for (const file of results) {
    const tests = field(file, 'assertionResults');
    const statuses = Array.isArray(tests) ? tests.map((test: unknown) => field(test, 'status')) : [];
    const passed = statuses.filter((status) => status === 'passed').length;
    const didNotLoad = field(file, 'status') === 'failed' && statuses.length === 0;
    files.set(String(field(file, 'name')), {
      passed,
      failed: didNotLoad ? 1 : statuses.length - passed,
    });
  }
  // Only the exit code shows an error outside any test (an unhandled rejection).
  const hasFailed = failedFiles({ files, outside: 0 }).length > 0;
  return { files, outside: !hasFailed && exitCode !== 0 ? 1 : 0 };
}

/** Returns the files in which a test failed, in the order of the report. */
export function failedFiles(result: SuiteResult): string[] {
  return [...result.files].filter(([, { failed }]) => failed > 0).map(([file]) => file);
}

/** Returns `first` with the results of the files in `retry` replaced. Failures outside any file remain. */
export function withRetry(first: SuiteResult, retry: SuiteResult): SuiteResult {
  return { files: new Map([...first.files, ...retry.files]), outside: first.outside + retry.outside };
}

export function totalsOf({ files, outside }: SuiteResult): Totals {
  const all = [...files.values()];
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, outside),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failedFiles, readResult, totalsOf, withRetry } from '../../scripts/test-totals.ts';

let folder: string;
let report: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-totals-'));
  report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a report with the test statuses of each file. */
function write(files: Record<string, readonly string[]>): void {
  const testResults = Object.entries(files).map(([name, statuses]) => ({
    name,
    status: statuses.length > 0 && statuses.every((status) => status === 'passed') ? 'passed' : 'failed',
    assertionResults: statuses.map((status) => ({ status })),
  }));
  writeFileSync(report, JSON.stringify({ testResults }));
}

test('the test totals are the sums over all files', () => {
  write({ 'a.test.ts': ['passed', 'passed', 'failed'], 'b.test.ts': ['passed'] });
  expect(totalsOf(readResult(report, 1))).toEqual({ passed: 3, failed: 1 });
});

test.each(['pending', 'skipped', 'todo'])('a test with the status "%s" counts as a failure', (status) => {
  write({ 'a.test.ts': ['passed', status] });
  expect(totalsOf(readResult(report, 0))).toEqual({ passed: 1, failed: 1 });
});

test('a test file that does not load counts as a failure', () => {
  write({ 'a.test.ts': ['passed'], 'b.test.ts': [] });
  expect(totalsOf(readResult(report, 1))).toEqual({ passed: 1, failed: 1 });
});

test('a test run that fails outside its tests counts as a failure', () => {
  write({ 'a.test.ts': ['passed'] });
  expect(totalsOf(readResult(report, 1))).toEqual({ passed: 1, failed: 1 });
});

test('a test run without a report counts as a failure', () => {
  expect(totalsOf(readResult(report, 0))).toEqual({ passed: 0, failed: 1 });
});

test('a retry replaces the counts of the files that it ran, and no others', () => {
  write({ 'a.test.ts': ['passed', 'failed'], 'b.test.ts': ['failed'], 'c.test.ts': ['passed'] });
  const first = readResult(report, 1);
  expect(failedFiles(first)).toEqual(['a.test.ts', 'b.test.ts']);
  write({ 'a.test.ts': ['passed', 'passed'], 'b.test.ts': ['failed'] });
  const result = withRetry(first, readResult(report, 1));
  expect(totalsOf(result)).toEqual({ passed: 3, failed: 1 });
  expect(failedFiles(result)).toEqual(['b.test.ts']);
});

test('a retry does not excuse a failure outside the tests', () => {
  write({ 'a.test.ts': ['passed'] });
  const first = readResult(report, 1);
  expect(totalsOf(withRetry(first, readResult(report, 0)))).toEqual({ passed: 1, failed: 1 });
});

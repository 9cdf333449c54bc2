import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTotals } from '../../scripts/test-totals.ts';

let folder: string;
let report: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-totals-'));
  report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(counts: object): void {
  writeFileSync(report, JSON.stringify({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...counts }));
}

test('passed and failed tests are taken from the report', () => {
  write({ numPassedTests: 7, numFailedTests: 2 });
  expect(readTotals(report, 1)).toEqual({ passed: 7, failed: 2 });
});

test('a skipped test and one still to be written are failures', () => {
  write({ numPassedTests: 7, numPendingTests: 1, numTodoTests: 1 });
  expect(readTotals(report, 0)).toEqual({ passed: 7, failed: 2 });
});

test('a file that does not load is a failure', () => {
  write({ numPassedTests: 7, testResults: [{ status: 'failed', assertionResults: [] }] });
  expect(readTotals(report, 1)).toEqual({ passed: 7, failed: 1 });
});

test('a run that fails outside its tests is a failure', () => {
  write({ numPassedTests: 7 });
  expect(readTotals(report, 1)).toEqual({ passed: 7, failed: 1 });
});

test('a run that leaves no report is a failure', () => {
  expect(readTotals(report, 0)).toEqual({ passed: 0, failed: 1 });
});

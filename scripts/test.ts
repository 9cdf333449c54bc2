// `npm test`: the checks, then every suite. The last line is `N passed, N failed`, summed over all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { runCommand } from './run-command.ts';
import { chromium, chromiumPath, installMissing, libreOffice } from './system-packages.ts';
import { readTotals, type Totals } from './test-totals.ts';

const suites: readonly { name: string; projects: readonly string[] }[] = [
  { name: 'house and unit', projects: ['house', 'unit'] },
  { name: 'server', projects: ['server'] },
  { name: 'browser', projects: ['browser'] },
];

async function runSuite(name: string, projects: readonly string[], report: string): Promise<Totals> {
  console.log(`\n── ${name} ──`);
  const result = await runCommand(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { show: true, env: { CHROMIUM: chromiumPath() } },
  );
  return readTotals(report, result.code);
}

const folder = mkdtempSync(join(tmpdir(), 'counterpart-test-'));
try {
  const missing = await installMissing([libreOffice, chromium]);
  console.log('── check ──');
  const totals: Totals[] = [await runChecks()];
  for (const [index, { name, projects }] of suites.entries()) {
    totals.push(await runSuite(name, projects, join(folder, `${index}.json`)));
  }
  const passed = totals.reduce((sum, suite) => sum + suite.passed, 0);
  // A program that is missing fails tests by itself, but one that nobody missed must not go unseen.
  const failed = totals.reduce((sum, suite) => sum + suite.failed, missing.length);
  if (missing.length > 0) console.log(`\nMissing: ${missing.map((program) => program.name).join(', ')}.`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

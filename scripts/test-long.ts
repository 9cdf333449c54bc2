// `npm run test:long`: runs what takes too long for `npm test`. The parts with seeds use new ones in each
// run. A failure prints the command that repeats it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from './app-build.ts';
import { inSeconds, runCommand } from './run-command.ts';
import { installPrograms, reportOutcomes, runSuites, type Outcome, type Suite } from './test-suites.ts';

const suites: readonly Suite[] = [
  {
    name: 'long tests of units and server',
    projects: ['contract-long', 'unit-long', 'server-long', 'server-parts-long'],
    workers: 3,
  },
  { name: 'long tests in the browser', projects: ['browser-long'], workers: 2 },
];

const seed = String(Date.now() % 1_000_000);

const parts: readonly { name: string; parameters: readonly string[] }[] = [
  {
    name: '500 schedules of the simulation',
    parameters: ['tests/simulation/simulate.ts', '--schedules', '500', '--seed', seed, '--workers', '2'],
  },
  {
    name: '20 chaos runs of the upload queue',
    parameters: ['tests/chaos/chaos.ts', '--runs', '20', '--seed', seed],
  },
  {
    name: '20 chaos runs of the signing room',
    parameters: ['tests/chaos/chaos.ts', 'signing', '--runs', '20', '--seed', seed],
  },
  {
    name: 'life of the service worker after the last tab',
    parameters: ['tests/long/service-worker-life.ts'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'counterpart-test-'));
try {
  const missing = await installPrograms();
  await buildWhenStale();
  const outcomes: Outcome[] = [await runSuites(suites, folder, { retryFailedFiles: false })];
  for (const { name, parameters } of parts) {
    console.log(`\n── ${name} ──`);
    const { code, seconds } = await runCommand(process.execPath, parameters, { show: true });
    console.log(`${code === 0 ? '✓' : '✗'} ${name} ${inSeconds(seconds)}`);
    const held = code === 0;
    outcomes.push({
      totals: [{ passed: held ? 1 : 0, failed: held ? 0 : 1 }],
      broken: held ? [] : [name],
      flaky: [],
    });
  }
  process.exitCode = reportOutcomes(outcomes, missing);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

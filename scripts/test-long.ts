// `npm run test:long`: what takes too long for `npm test`. Each run draws new seeds; a failure prints the line that repeats it.
import { inSeconds, runCommand } from './run-command.ts';

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
    name: 'life of the service worker after the last tab',
    parameters: ['tests/long/service-worker-life.ts'],
  },
];

let failed = 0;
for (const { name, parameters } of parts) {
  console.log(`\n── ${name} ──`);
  const { code, seconds } = await runCommand(process.execPath, parameters, { show: true });
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${inSeconds(seconds)}`);
  if (code !== 0) failed += 1;
}
console.log(`\n${parts.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

// `npm run check`: formatting, lint with the layer rules, types in each environment, migrations, dead code,
// build, page weight.
import { buildApp, isStale } from './app-build.ts';
import { inSeconds, runCommand, type CommandResult } from './run-command.ts';

interface Step {
  readonly name: string;
  readonly run: () => Promise<CommandResult>;
}

export interface CheckTotals {
  readonly passed: number;
  readonly failed: number;
}

const steps: readonly Step[] = [
  { name: 'format', run: () => runCommand('oxfmt', ['--check', '.']) },
  { name: 'lint and layers', run: () => runCommand('oxlint', ['--type-aware', '--deny-warnings']) },
  ...['app', 'worker', 'service-worker', 'node', 'tests'].map((environment) => ({
    name: `types: ${environment}`,
    run: () => runCommand('tsc', ['--project', `tsconfig.${environment}.json`]),
  })),
  { name: 'migrations', run: () => runCommand(process.execPath, ['scripts/check-migrations.ts']) },
  { name: 'dead code', run: () => runCommand('knip', ['--no-progress']) },
  {
    name: 'build',
    run: async () => (isStale(process.cwd()) ? buildApp(process.cwd()) : { code: 0, output: '', seconds: 0 }),
  },
  { name: 'page weight', run: () => runCommand(process.execPath, ['scripts/check-size.ts']) },
];

/** Runs every step, even after one has failed, so that a single run reports all problems. */
export async function runChecks(): Promise<CheckTotals> {
  let failed = 0;
  for (const step of steps) {
    const result = await step.run();
    const held = result.code === 0;
    console.log(`${held ? '✓' : '✗'} ${step.name.padEnd(22)} ${inSeconds(result.seconds)}`);
    if (!held) failed += 1;
    // The sizes are worth reading even if they are within the limits.
    if (!held || step.name === 'page weight') console.log(indent(result.output));
  }
  return { passed: steps.length - failed, failed };
}

function indent(output: string): string {
  return output.trimEnd().replaceAll(/^/gm, '    ');
}

if (import.meta.main) {
  const totals = await runChecks();
  console.log(
    totals.failed === 0 ? 'All checks passed.' : `${totals.failed} of ${steps.length} checks failed.`,
  );
  process.exitCode = totals.failed === 0 ? 0 : 1;
}

// `npm run chaos -- --runs N --seed S`: a person uploads with a real browser to the real server while
// networks fail, tabs close, the browser and the server are killed, and sessions end. `--verbose` prints each
// step. `--brief` takes half as many steps, as in the tests. Half of the runs upload in chunks, the others
// don't; `--uploads resumable|whole` chooses for all of them. The last line is `N runs, L lost, D doubled`.
// The exit code is 1 unless both are 0 and no other rule was broken. A run that broke a rule prints the
// command that repeats it.
import { parseArgs } from 'node:util';
import { addUp, countBy, inWords } from '../chaos-counts.ts';
import { runUploadChaos, type UploadReport } from './upload-run.ts';
import type { UploadDevice } from './upload-device.ts';
import { UploadServer } from './upload-server.ts';

const KINDS = ['resumable', 'whole'] as const;
type Kind = (typeof KINDS)[number];

/** How many runs a browser profile is used for. */
const RUNS_A_PROFILE = 20;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function runKind(
  kind: Kind,
  seeds: readonly number[],
  { verbose, brief }: { verbose: boolean; brief: boolean },
): Promise<UploadReport[]> {
  const reports: UploadReport[] = [];
  const room = await UploadServer.start({ resumable: kind === 'resumable' });
  try {
    let device: UploadDevice | null = null;
    for (const seed of seeds) {
      device ??= await room.newDevice();
      const report = await runUploadChaos(room, device, seed, {
        brief,
        log: (what) => verbose && say(`  ${what}`),
      });
      reports.push(report);
      say(
        `${kind} ${seed}: ${report.files} files, ${report.steps.length} steps, ${report.seconds.toFixed(1)} s`,
      );
      for (const finding of report.findings) say(`  ✗ ${finding.kind}: ${finding.words}`);
      if (report.seen !== '') say(`  ${report.seen}`);
      if (report.findings.length > 0)
        say(
          `  to repeat: npm run chaos -- --runs 1 --seed ${seed} --uploads ${kind}${brief ? ' --brief' : ''}`,
        );
      // A profile is used for several runs, but not after a run that broke a rule.
      if (report.findings.length > 0 || reports.length % RUNS_A_PROFILE === 0) {
        await device.close();
        device = null;
      }
    }
    await device?.close();
    say(`Requests of ${kind} uploads: ${inWords(addUp(room.met))}`);
  } finally {
    await room.stop();
  }
  return reports;
}

/** Returns the exit code. */
export async function runUploadsCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      uploads: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs ?? 20);
  const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);
  const kinds = KINDS.filter((kind) => values.uploads === undefined || kind === values.uploads);
  const reports: UploadReport[] = [];
  for (const [index, kind] of kinds.entries()) {
    const from = Math.round((runs * index) / kinds.length);
    const to = Math.round((runs * (index + 1)) / kinds.length);
    const seeds = Array.from({ length: to - from }, (_, at) => firstSeed + from + at);
    if (seeds.length > 0) reports.push(...(await runKind(kind, seeds, values)));
  }
  const findings = reports.flatMap((report) => report.findings);
  const count = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  say(`Files: ${reports.reduce((sum, { files }) => sum + files, 0)}`);
  say(`Steps: ${inWords(countBy(reports.flatMap(({ steps }) => steps)))}`);
  say(`Other rules broken: ${count('other')}`);
  say(`${reports.length} runs, ${count('lost')} lost, ${count('doubled')} doubled`);
  return findings.length > 0 ? 1 : 0;
}

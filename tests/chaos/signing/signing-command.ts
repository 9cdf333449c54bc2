// `npm run chaos -- signing --runs N --seed S`: people sign with real browsers while networks break, tabs
// crash, browsers and the server are killed, and the team cancels, rejects, sends again, replaces documents
// and releases. `--verbose` prints each step. `--brief` takes half as many steps, as in the tests. The last
// line is `N runs, U unconfirmed, D doubled, L lost, V unverified`. The exit code is 1 unless all of them are
// 0 and no other rule was broken. A run that broke a rule prints the command that repeats it.
import { parseArgs } from 'node:util';
import { countBy, inWords } from '../chaos-counts.ts';
import { SignerBrowser } from './signer.ts';
import { runSigningChaos, type SigningReport } from './signing-run.ts';
import { SigningServer } from './signing-server.ts';

/** How many runs a browser profile is used for. */
const RUNS_A_PROFILE = 20;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns the exit code. */
export async function runSigningCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
    },
  });
  const { verbose, brief } = values;
  const runs = Number(values.runs ?? 20);
  const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);
  const reports: SigningReport[] = [];
  const room = await SigningServer.start();
  let browsers: SignerBrowser[] = [];
  const closeBrowsers = async () => {
    for (const browser of browsers) await browser.close();
    browsers = [];
  };
  try {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      if (browsers.length === 0) browsers = [await SignerBrowser.open(), await SignerBrowser.open()];
      const log = (what: string) => verbose && say(`  ${what}`);
      const report = await runSigningChaos(room, browsers, seed, { brief, log });
      reports.push(report);
      say(
        `${seed}: ${report.signatures} signatures, ${report.steps.length} steps, ${report.seconds.toFixed(1)} s`,
      );
      for (const finding of report.findings) say(`  ✗ ${finding.kind}: ${finding.words}`);
      if (report.findings.length > 0)
        say(`  to repeat: npm run chaos -- signing --runs 1 --seed ${seed}${brief ? ' --brief' : ''}`);
      if (report.findings.length > 0 || reports.length % RUNS_A_PROFILE === 0) await closeBrowsers();
    }
    say(`Requests of signing rooms: ${inWords(room.proxy.met)}`);
  } finally {
    await closeBrowsers();
    await room.stop();
  }
  const findings = reports.flatMap((report) => report.findings);
  const count = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  say(`Signatures: ${reports.reduce((sum, { signatures }) => sum + signatures, 0)}`);
  say(`Steps: ${inWords(countBy(reports.flatMap(({ steps }) => steps)))}`);
  say(`Other rules broken: ${count('other')}`);
  say(
    `${reports.length} runs, ${count('unconfirmed')} unconfirmed, ${count('doubled')} doubled, ${count('lost')} lost, ${count('unverified')} unverified`,
  );
  return findings.length > 0 ? 1 : 0;
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../scripts/run-command.ts';
import { freePort } from '../../support/free-port.ts';
import { inDigits, type BenchRow, type Goal } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import type { AppSetting, BenchDeal } from './app-site.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof CATEGORIES)[number];

const FORMS = { desktop: ['--preset=desktop'], phone: [] } as const;

/** The fields of a report that are read. Scores are 0–1. */
interface Report {
  categories: Record<Category, { score: number }>;
  audits: Record<
    string,
    { title: string; score: number | null; scoreDisplayMode: string; displayValue?: string }
  >;
}

/** Runs Lighthouse on the list of deals of a signed-in user, as on a desktop and as on a phone. */
export async function measureLighthouse(deal: BenchDeal, { site, runs }: AppSetting): Promise<BenchRow> {
  const installed = await runCommand('npm', ['ci', '--no-audit', '--no-fund'], { folder: 'bench' });
  if (installed.code !== 0) throw new Error(installed.output);
  const goals: Goal[] = [];
  const lines: string[][] = [];
  const notes = new Set<string>();
  for (const [form, switches] of Object.entries(FORMS)) {
    const scores: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
    const paints: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      const port = await freePort();
      await site.inBrowser({ deals: [deal], args: [`--remote-debugging-port=${port}`] }, async () => {
        const report = await auditDeals(site.url, port, switches);
        for (const category of CATEGORIES) scores[category].push(report.categories[category].score * 100);
        paints.push(report.audits['largest-contentful-paint']?.displayValue ?? '');
        for (const note of shortcomings(report)) notes.add(note);
      });
    }
    for (const category of CATEGORIES) {
      const score = quantile(scores[category], 0.5);
      goals.push({ words: `${category} ≥ 95, ${form}`, found: score.toFixed(0), holds: score >= 95 });
    }
    lines.push([
      form,
      ...CATEGORIES.map((category) => scores[category].map((score) => score.toFixed(0)).join(', ')),
      paints.join(', '),
    ]);
  }
  return {
    title: 'Lighthouse on the list of deals',
    measures: `Lighthouse (bench/package.json) opens the app, signed in, on a profile where it is installed. It simulates a slow connection and processor, for a desktop and for a phone. Scores of ${inDigits(runs)} rounds; the median counts.`,
    goals,
    head: ['', ...CATEGORIES, 'largest contentful paint'],
    lines,
    notes: [...notes].toSorted(),
  };
}

async function auditDeals(url: string, port: number, switches: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    const { code, output } = await runCommand(process.execPath, [
      'bench/node_modules/lighthouse/cli/index.js',
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      // Keeps the session and the mirror: the list of deals is measured, not the sign-in.
      '--disable-storage-reset',
      `--only-categories=${CATEGORIES.join(',')}`,
      ...switches,
    ]);
    if (code !== 0) throw new Error(output);
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the failed audits, except those about times. */
function shortcomings({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ title }) => `Not met: ${title}.`);
}

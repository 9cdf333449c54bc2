// `npm run bench signature-pages`: measures how long 1,000 signature pages take on one core, and how long a
// page takes to update after a keystroke. Writes docs/benchmarks-signature-pages.md, or the file given by
// `--file`. Exits with 1 if a goal is missed. `-- --pages N` and `--rounds N` reduce the amounts.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { newPageDesign } from '../../src/contract/rules/signature-page/design/new-design.ts';
import { layoutPage } from '../../src/contract/rules/signature-page/layout/layout-page.ts';
import { layoutWithFonts } from '../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import type { PageSigner } from '../../src/contract/rules/signature-page/signers/page-signer.ts';
import type { Sheet } from '../../src/contract/rules/signature-page/layout/sheet.ts';
import { openServerFonts } from '../../server/signing/page-fonts.ts';
import { paintPdf } from '../../server/signing/paint-pdf.ts';
import { human, nested, signer } from '../server/signature-pages/sample-signers.ts';
import { quantile } from './sync/statistics.ts';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    file: { type: 'string', default: 'docs/benchmarks-signature-pages.md' },
  },
});
const ROUNDS = Number(options.rounds);
const PAGES = Number(options.pages);
/** The pages of one person in all documents. */
const PACKET = 10;
/**
 * Ten seconds for 1,000 pages. The limit for fewer pages is proportional, although the startup of the process
 * then has more influence.
 */
const PAGES_GOAL_MS = (10_000 * PAGES) / 1000;

const EDITS = 300;
const EDIT_GOAL_MS = 8;
/** How many people sign the edited page. */
const SIGNERS = 12;

const FIRST = ['Ada', 'Bruno', 'Chloé', 'Dmitri', 'Eilís', 'Łukasz', 'Fatima', 'Gustav', 'Haruki', 'Ines'];
const LAST = [
  'Abernathy',
  'Barrientos',
  'Castellano',
  'Dąbrowski',
  'Eriksson',
  'Fitzgerald',
  'Győri',
  'Haraldsson',
];
const FORMS = ['L.P.', 'LLC', 'Inc.', 'GmbH', 'S.à r.l.', 'Ltd.'];

function pick(list: readonly string[], at: number): string {
  return list[at % list.length] ?? '';
}

/** Returns a fund, its general partner, and the person who signs. All names are unique. */
function person(at: number): PageSigner {
  const last = pick(LAST, at >> 2);
  const fund = `${last} ${pick(FIRST, at)} Fund ${at}, ${pick(FORMS, at)}`;
  const partner = nested(`${last} Partners ${at} ${pick(FORMS, at + 1)}`, 'general partner');
  return signer(fund, human(`${pick(FIRST, at)} ${last}`, 'Managing Director'), {
    description: 'a Delaware limited partnership',
    through: [partner],
  });
}

async function writePages(): Promise<{ milliseconds: number; processor: number; bytes: number }> {
  // Includes reading the font files, as in a process that has just started.
  const start = performance.now();
  const startUsage = process.cpuUsage();
  const { fonts, load } = await openServerFonts();
  let bytes = 0;
  for (let first = 0; first < PAGES; first += PACKET) {
    const sheets: Sheet[] = [];
    for (let at = first; at < first + PACKET; at += 1) {
      const code = `CP-${String(at).padStart(16, 'A')}`;
      const page = { design: newPageDesign(), paper: 'letter' as const, code };
      const values = { document_name: `Subscription Agreement ${at % 40}` };
      sheets.push(...(await layoutWithFonts(page, [person(at)], values, fonts, load)).sheets);
    }
    bytes += (await paintPdf(sheets, fonts, { title: 'Packet', date: new Date() })).length;
  }
  const { user, system } = process.cpuUsage(startUsage);
  return { milliseconds: performance.now() - start, processor: (user + system) / 1000, bytes };
}

/** Adds a letter to a name with each edit, so that the fonts have not seen the word before. */
async function editPage(): Promise<{ times: number[]; processor: number }> {
  const { fonts, load } = await openServerFonts();
  const page = { design: newPageDesign(), paper: 'letter' as const, code: null };
  const others = Array.from({ length: SIGNERS - 1 }, (_, at) => person(at));
  const values = { document_name: 'Subscription Agreement' };
  await layoutWithFonts(page, others, values, fonts, load);
  const times: number[] = [];
  const startUsage = process.cpuUsage();
  for (let edit = 0; edit < EDITS; edit += 1) {
    const typed = signer(`Barington ${edit} Capital ${'x'.repeat(edit % 20)}`, human('Jane Roe', 'Manager'));
    const start = performance.now();
    layoutPage(page, [typed, ...others], values, fonts);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(startUsage);
  return { times, processor: (user + system) / 1000 / EDITS };
}

const before = loadavg()[0] ?? 0;
const rounds: Awaited<ReturnType<typeof writePages>>[] = [];
for (let round = 0; round < ROUNDS; round += 1) rounds.push(await writePages());
const edits = await editPage();

const written = rounds.map(({ milliseconds }) => milliseconds);
const processor = quantile(
  rounds.map((round) => round.processor),
  0.5,
);
const bytes = quantile(
  rounds.map((round) => round.bytes),
  0.5,
);
const ms = (value: number) => `${value < 100 ? value.toFixed(2) : value.toFixed(0)} ms`;
const results = [
  {
    what: `${PAGES} pages laid out and written as PDF, in packets of ${PACKET}`,
    processor,
    elapsed: `${ms(quantile(written, 0.5))}, the slowest of ${ROUNDS}: ${ms(Math.max(...written))}`,
    goal: PAGES_GOAL_MS,
  },
  {
    what: `a page of ${SIGNERS} signers laid out again after a keystroke`,
    processor: edits.processor,
    elapsed: `${ms(quantile(edits.times, 0.5))}, p95: ${ms(quantile(edits.times, 0.95))}`,
    goal: EDIT_GOAL_MS,
  },
];
const text = `# Benchmark of signature pages

\`npm run bench signature-pages\` writes this page. One process does everything, including loading the fonts, as on a server that has just started. The database and storage aren't included. \`-- --pages N --rounds N\` makes the run smaller.

- ${new Date().toISOString().slice(0, 10)}, ${ROUNDS} rounds, ${cpus().length} cores of ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}. Figures are medians.
- Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after.

| what | goal | processor time | | elapsed |
| --- | --- | --- | --- | --- |
${results.map(({ what, processor: used, elapsed, goal }) => `| ${what} | at most ${ms(goal)} | ${ms(used)} | ${used <= goal ? 'met' : '**missed**'} | ${elapsed} |`).join('\n')}

The goals are for one core, so the processor time counts: that of all threads, including garbage collection. It depends less on other work on the machine; the elapsed time includes waiting for a core. The processor time of a letter is the mean of ${EDITS} letters.

A page takes up ${(bytes / PAGES / 1000).toFixed(1)} kB: every packet embeds its own subset of the fonts. No two pages have the same names, and each has an entity, its general partner, and a code in two corners.

The second figure is the layout alone, in Node. The app also draws the sheet.
`;
await writeFile(options.file, text);
console.log(text);
process.exitCode = results.every(({ processor: used, goal }) => used <= goal) ? 0 : 1;

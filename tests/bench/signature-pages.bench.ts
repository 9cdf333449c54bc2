// `npm run bench signature-pages`: how long 1,000 signature pages take on one core, and how long a page takes to follow the keyboard.
// Prints a table; exits with 1 where a goal is missed.
import { loadavg } from 'node:os';
import { newPageDesign } from '../../src/contract/rules/signature-page/new-design.ts';
import { layoutPage } from '../../src/contract/rules/signature-page/layout-page.ts';
import { layoutWithFonts } from '../../src/contract/rules/signature-page/layout-with-fonts.ts';
import type { PageSigner } from '../../src/contract/rules/signature-page/page-signer.ts';
import type { Sheet } from '../../src/contract/rules/signature-page/sheet.ts';
import { openServerFonts } from '../../server/signing/page-fonts.ts';
import { paintPdf } from '../../server/signing/paint-pdf.ts';
import { human, nested, signer } from '../server/signature-pages/sample-signers.ts';
import { quantile } from './sync/statistics.ts';

const ROUNDS = 5;
const PAGES = 1000;
/** One packet: the pages of a person across all documents. */
const PACKET = 10;
const PAGES_GOAL_MS = 10_000;

const EDITS = 300;
const EDIT_GOAL_MS = 8;
/** On the page that is edited. */
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

/** A fund, its general partner, and the person who signs: no two alike. */
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
  // From the font files on, as in a process that has just started.
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

/** Each edit adds a letter to a name, so that its words are new to the fonts. */
async function editPage(): Promise<number[]> {
  const { fonts, load } = await openServerFonts();
  const page = { design: newPageDesign(), paper: 'letter' as const, code: null };
  const others = Array.from({ length: SIGNERS - 1 }, (_, at) => person(at));
  const values = { document_name: 'Subscription Agreement' };
  await layoutWithFonts(page, others, values, fonts, load);
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const typed = signer(`Barington ${edit} Capital ${'x'.repeat(edit % 20)}`, human('Jane Roe', 'Manager'));
    const start = performance.now();
    layoutPage(page, [typed, ...others], values, fonts);
    times.push(performance.now() - start);
  }
  return times;
}

const before = loadavg()[0] ?? 0;
const written: number[] = [];
const processors: number[] = [];
let size = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const { milliseconds, processor, bytes } = await writePages();
  written.push(milliseconds);
  processors.push(processor);
  size = bytes;
}
const edits = await editPage();
const results = [
  {
    what: `${PAGES} pages laid out and written, in packets of ${PACKET}`,
    median: quantile(written, 0.5),
    slowest: Math.max(...written),
    goal: PAGES_GOAL_MS,
  },
  {
    what: `a page of ${SIGNERS} signers laid out again`,
    median: quantile(edits, 0.5),
    slowest: quantile(edits, 0.95),
    goal: EDIT_GOAL_MS,
  },
];
console.log(
  `Load before: ${before.toFixed(1)}. ${(size / PAGES / 1000).toFixed(1)} kB a page. ` +
    `Processor time for ${PAGES} pages: ${quantile(processors, 0.5).toFixed(0)} ms.`,
);
for (const { what, median, slowest, goal } of results) {
  const verdict = median <= goal ? 'met' : 'MISSED';
  console.log(
    `${what}: median ${median.toFixed(2)} ms, slow ${slowest.toFixed(2)} ms, goal ${goal} ms: ${verdict}`,
  );
}
process.exitCode = results.every(({ median, goal }) => median <= goal) ? 0 : 1;

// `npm run bench scans`: measures how many scanned pages are matched by their codes, how many are matched
// wrongly, and how long a page takes. Creates its scans from packet pages, reads them as the server does, and
// writes docs/benchmarks-scans.md.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newPageDesign } from '../../src/contract/rules/signature-page/design/new-design.ts';
import { layoutWithFonts } from '../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import { readScan } from '../../server/convert/scans/read-scan.ts';
import { openServerFonts } from '../../server/signing/page-fonts.ts';
import { paintPdf } from '../../server/signing/paint-pdf.ts';
import { newShortCode } from '../../server/signing/packets/short-code.ts';
import { human, signer } from '../server/signature-pages/sample-signers.ts';
import { seePdf, type SeenPage } from '../support/open-pdfium.ts';
import { scansAsPdf } from '../support/signing/scans.ts';
import { sideBySide, distort, randomFrom, type Recipe } from './scans/distort.ts';
import { quantile } from './sync/statistics.ts';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '300' } } });
const PAGES = Number(values.pages);
/** The cores that this process may use. */
const CORES = availableParallelism();
/** Pages per file. */
const FILE = 10;

const RECIPES: readonly Recipe[] = [
  { name: '300 dpi', dpi: 300 },
  { name: '200 dpi, upside down, skewed 3°', dpi: 200, turn: 180, skew: 3 },
  { name: '150 dpi, skewed 5°, JPEG 30', dpi: 150, skew: 5, jpeg: 30 },
  { name: '150 dpi, black and white, skewed 2°', dpi: 150, skew: 2, look: 'bw' },
  { name: '200 dpi fax with noise', dpi: 200, skew: 1, look: 'fax' },
  { name: '150 dpi, turned 90°', dpi: 150, turn: 90, skew: 1 },
  { name: '200 dpi, staple holes and a coffee ring', dpi: 200, skew: 2, marks: ['staple', 'coffee'] },
  { name: '150 dpi, a pen stroke across one code', dpi: 150, skew: 1, marks: ['pen'] },
  { name: '100 dpi, skewed 5°', dpi: 100, skew: 5 },
  { name: '100 dpi, JPEG 30', dpi: 100, skew: 1, jpeg: 30 },
  { name: '200 dpi, two pages on a sheet', dpi: 200, skew: 1, isPair: true },
  { name: 'photo at an angle', dpi: 170, skew: 3, look: 'photo', jpeg: 60 },
  { name: 'photo at a steep angle', dpi: 170, skew: 2, look: 'steep', jpeg: 60 },
  { name: 'dark photo', dpi: 170, skew: 4, look: 'dark', jpeg: 50 },
];

/** Goals for returned pages. */
const MATCHED_GOAL = 0.99;
const PHOTO_GOAL = 0.9;
const PAGE_GOAL_MS = 400;

interface Made {
  recipe: Recipe;
  codes: readonly string[];
  picture: Buffer;
}

async function printPages(): Promise<{ page: SeenPage; code: string }[]> {
  const { fonts, load } = await openServerFonts();
  const sheets = [];
  const codes: string[] = [];
  for (let at = 0; at < FILE; at += 1) {
    const code = newShortCode();
    codes.push(code);
    const paper = at % 2 === 0 ? ('letter' as const) : ('a4' as const);
    const page = { design: newPageDesign(), paper, code };
    const entity = signer(`Alpha Fund ${randomInt(1000)}, L.P.`, human('Jane Doe', 'President'));
    const laidOut = await layoutWithFonts(page, [entity], { document_name: 'Escrow Agreement' }, fonts, load);
    sheets.push(...laidOut.sheets.slice(0, 1));
  }
  const pdf = await paintPdf(sheets, fonts, { title: 'Packet', date: new Date() });
  const pages = await seePdf(pdf, 300 / 72);
  return pages.map((page, at) => ({ page, code: codes[at] ?? '' }));
}

interface Result {
  recipe: Recipe;
  isMatched: boolean;
  isWrong: boolean;
}

const random = randomFrom(20_261_126);
const results: Result[] = [];
const perPage: number[] = [];
const before = loadavg()[0] ?? 0;
const folder = await mkdtemp(join(tmpdir(), 'scans-'));
try {
  for (let first = 0; first < PAGES; first += FILE) {
    const made: Made[] = [];
    const printed = await printPages();
    for (const [at, { page, code }] of printed.entries()) {
      const recipe = RECIPES[(first + at) % RECIPES.length];
      const second = printed[(at + 2) % printed.length];
      if (!recipe || !second) continue;
      const sheet = recipe.isPair ? await sideBySide(page, second.page) : page;
      const codes = recipe.isPair ? [code, second.code] : [code];
      made.push({ recipe, codes, picture: await distort(sheet, recipe, random) });
    }
    const sourcePath = join(folder, `scan-${first}.pdf`);
    await writeFile(sourcePath, await scansAsPdf(made.map(({ picture }) => picture)));
    const taken = join(folder, `taken-${first}`);
    await mkdir(taken);
    const start = performance.now();
    const { pages } = await readScan({ from: 1, count: FILE }, taken, { sourcePath });
    perPage.push((performance.now() - start) / FILE);
    for (const [at, { recipe, codes }] of made.entries()) {
      const found = (pages[at]?.codes ?? []).map(({ text }) => text);
      const isMatched = codes.every((each) => found.includes(each));
      results.push({ recipe, isMatched, isWrong: found.some((each) => !codes.includes(each)) });
    }
    await rm(taken, { recursive: true });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const share = (some: readonly Result[]) => some.filter(({ isMatched }) => isMatched).length / some.length;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const isPhoto = ({ recipe }: Result) => recipe.name.includes('photo');
const scans = results.filter((each) => !isPhoto(each) && each.recipe.dpi >= 150);
const photos = results.filter(isPhoto);
const wrong = results.filter(({ isWrong }) => isWrong).length;
const median = quantile(
  perPage.toSorted((one, other) => one - other),
  0.5,
);
const rows = RECIPES.map((recipe) => {
  const own = results.filter((each) => each.recipe === recipe);
  return `| ${recipe.name} | ${own.length} | ${percent(share(own))} | ${own.filter(({ isWrong }) => isWrong).length} |`;
});
const goals = [
  [
    'pages at 150 dpi and above are matched',
    `at least ${percent(MATCHED_GOAL)}`,
    percent(share(scans)),
    share(scans) >= MATCHED_GOAL,
  ],
  [
    'photos at an angle or in the dark are matched',
    `at least ${percent(PHOTO_GOAL)}`,
    percent(share(photos)),
    share(photos) >= PHOTO_GOAL,
  ],
  ['wrong matches', '0', String(wrong), wrong === 0],
  ['time per page', `at most ${PAGE_GOAL_MS} ms`, `${median.toFixed(0)} ms`, median <= PAGE_GOAL_MS],
] as const;
const text = `# Benchmark of scans

\`npm run bench scans\` writes this page. It prints packet pages, turns them into scans, and reads these as the server does: in a sandboxed process, ten pages to a file. It doesn't include seals, storage or the database. \`-- --pages N\` sets the size of the corpus.

- ${new Date().toISOString().slice(0, 10)}, ${results.length} pages, on ${CORES === 1 ? 'one' : CORES} of ${cpus().length} cores of ${cpus()[0]?.model ?? 'unknown'}.
- Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after. On a busy machine, a page takes longer.
- The time per page is the median over all files. It includes the start of the process and the pictures and PDFs of the pages.

| what | goal | result | |
| --- | --- | --- | --- |
${goals.map(([what, goal, result, isMet]) => `| ${what} | ${goal} | ${result} | ${isMet ? 'met' : '**missed**'} |`).join('\n')}

| scan | pages | matched | wrong |
| --- | --- | --- | --- |
${rows.join('\n')}

Every page has a signature; staples, coffee, pen strokes, specks and skew are drawn by tests/bench/scans/distort.ts. Photos are simulated: a trapezoid with a shadow. No page comes from a real scanner.
`;
await writeFile('docs/benchmarks-scans.md', text);
console.log(text);
process.exitCode = goals.every(([, , , isMet]) => isMet) ? 0 : 1;

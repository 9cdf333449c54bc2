// `npm run bench app`: measures how fast the app is with large deals, from the local database to the painted
// frame. Writes docs/benchmarks-app.md. `npm run bench app -- --only move,scroll --runs 1` measures only some
// rows and writes nothing.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openProfile } from '../browser/support/chromium.ts';
import { AppSite, type AppSetting, type BenchDeal } from './app/app-site.ts';
import { measureColdStart } from './app/cold-start.ts';
import { measureDrop } from './app/drop.ts';
import { measureFieldsGrid } from './app/fields-grid.ts';
import { measureGallery } from './app/gallery.ts';
import { measureLighthouse } from './app/lighthouse.ts';
import { measureMatrix } from './app/matrix.ts';
import { measureMount } from './app/mount.ts';
import { measureMove } from './app/move.ts';
import { measurePageFields } from './app/page-fields.ts';
import { measurePalette } from './app/palette.ts';
import { measurePdfPages } from './app/pdf-pages.ts';
import { appPageOf } from './app/report.ts';
import { measureScroll } from './app/scroll.ts';
import { measureAddMany, measureSignatories } from './app/signing.ts';
import { measureWeight } from './app/weight.ts';
import type { BenchRow } from './sync/bench-row.ts';
import { sectionOf } from './sync/report.ts';

/**
 * The mirrored rows of a deal whose checklist has 5,000 rows: headers, items with their places, documents,
 * lists.
 */
const ROWS_OF_LARGE = 13_700;
const ROWS_OF_USUAL = 10_000;
/** Large deals in addition to the first one, so that the palette has 20,000 entries. */
const OTHERS = 4;
const RUNS = 3;
const PAGE = 'docs/benchmarks-app.md';

/** The deals of the benchmark, created when they are first needed. */
interface Deals {
  large: () => Promise<BenchDeal>;
  usual: () => Promise<BenchDeal>;
}

const ROWS: Record<string, (deals: Deals, setting: AppSetting) => Promise<BenchRow>> = {
  move: async ({ large }, setting) => measureMove(await large(), setting),
  mount: async ({ large }, setting) => measureMount(await large(), setting),
  scroll: async ({ large }, setting) => measureScroll(await large(), setting),
  'cold-start': async ({ usual }, setting) => measureColdStart(await usual(), setting),
  palette: async ({ large }, setting) => {
    const others: BenchDeal[] = [];
    for (let copy = 3; copy < 3 + OTHERS; copy += 1) others.push(await site.addDeal(ROWS_OF_LARGE, copy));
    return measurePalette([await large(), ...others], setting);
  },
  matrix: async (_, setting) => measureMatrix(setting),
  signatories: async (_, setting) => measureSignatories(setting),
  'add-many': async (_, setting) => measureAddMany(setting),
  fields: async (_, setting) => measureFieldsGrid(setting),
  gallery: async (_, setting) => measureGallery(setting),
  'page-fields': async (_, setting) => measurePageFields(setting),
  pdf: async (_, setting) => measurePdfPages(setting),
  drop: async (_, setting) => measureDrop(setting),
  weight: measureWeight,
  lighthouse: async ({ large }, setting) => measureLighthouse(await large(), setting),
};

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return async () => (made ??= make());
}

const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string' } } });
const runs = values.runs === undefined ? RUNS : Number(values.runs);
const names = values.only?.split(',') ?? Object.keys(ROWS);

const [before = Number.NaN] = loadavg();
const site = await AppSite.start();
const measured: BenchRow[] = [];
const failed: string[] = [];
try {
  const deals: Deals = {
    large: once(async () => site.addDeal(ROWS_OF_LARGE, 1)),
    usual: once(async () => site.addDeal(ROWS_OF_USUAL, 2)),
  };
  for (const name of names) {
    const measure = ROWS[name];
    if (!measure) throw new Error(`There is no row "${name}", only ${Object.keys(ROWS).join(', ')}.`);
    const began = performance.now();
    try {
      const row = await measure(deals, { site, runs });
      measured.push(row);
      console.log(sectionOf(row));
    } catch (error) {
      // The other rows are still worth measuring.
      failed.push(name);
      console.error(`The row "${name}" was not measured:`, error);
    }
    console.log(`\n(${name}: ${Math.round((performance.now() - began) / 1000)} s)\n`);
  }
} finally {
  await site.stop();
}

if (values.only === undefined) {
  const profile = await openProfile();
  const browser = `Chromium ${profile.context.browser()?.version() ?? ''}`;
  await profile.close();
  const [after = Number.NaN] = loadavg();
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(PAGE, appPageOf(measured, failed, { date, browser, runs, load: { before, after } }));
  console.log(`Written to ${PAGE}.`);
}
process.exit(failed.length === 0 ? 0 : 1);

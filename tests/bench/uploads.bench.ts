// `npm run bench uploads`: compares uploads with the bare transport, and measures how they recover from
// interruptions. Writes docs/benchmarks-uploads.md. `npm run bench uploads -- --only bare,going-on --runs 1`
// measures only some rows and writes nothing.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openProfile } from '../browser/support/chromium.ts';
import { makeSmallDocuments } from '../browser/support/small-documents.ts';
import type { BenchRow } from './sync/bench-row.ts';
import { sectionOf } from './sync/report.ts';
import { measureAgainstBareXhr } from './uploads/against-bare-xhr.ts';
import { BenchSite, type UploadSetting } from './uploads/bench-site.ts';
import { measureGoingOn } from './uploads/going-on.ts';
import { uploadsPageOf } from './uploads/report.ts';
import { measureToComplete } from './uploads/to-complete.ts';
import { measureWhileUploading } from './uploads/while-uploading.ts';

const ROWS: Record<string, (setting: UploadSetting) => Promise<BenchRow>> = {
  bare: measureAgainstBareXhr,
  'going-on': measureGoingOn,
  beside: measureWhileUploading,
  complete: measureToComplete,
};
const RUNS = 7;
const PAGE = 'docs/benchmarks-uploads.md';

const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string' } } });
const runs = values.runs === undefined ? RUNS : Number(values.runs);
const names = values.only?.split(',') ?? Object.keys(ROWS);

const [before = Number.NaN] = loadavg();
const documents = await makeSmallDocuments();
const measured: BenchRow[] = [];
try {
  for (const name of names) {
    const measure = ROWS[name];
    if (!measure) throw new Error(`There is no row "${name}", only ${Object.keys(ROWS).join(', ')}.`);
    // A new site for each row, because the uploads of an earlier row are still being converted.
    const site = await BenchSite.start();
    try {
      const row = await measure({ site, documents, runs });
      measured.push(row);
      console.log(`${sectionOf(row)}\n`);
    } finally {
      await site.stop();
    }
  }
} finally {
  await documents.remove();
}

if (values.only === undefined) {
  const profile = await openProfile();
  const browser = `Chromium ${profile.context.browser()?.version() ?? ''}`;
  await profile.close();
  const [after = Number.NaN] = loadavg();
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(PAGE, uploadsPageOf(measured, { date, browser, runs, load: { before, after } }));
  console.log(`Written to ${PAGE}.`);
}
process.exit(0);

// `npm run bench sync`: compares the sync engine with bare IndexedDB, bare Dexie, RxDB and Replicache on the
// same rows. Writes docs/benchmarks.md. `npm run bench sync -- --only cold-open,edit --runs 3` measures only
// some rows and writes nothing.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openProfile } from '../browser/support/chromium.ts';
import type { BenchRow, Setting } from './sync/bench-row.ts';
import { buildPages } from './sync/build-pages.ts';
import { servePages } from './sync/serve-pages.ts';
import { measureChangeToPaint } from './sync/change-to-paint.ts';
import { measureColdOpen } from './sync/cold-open.ts';
import { measureEditToScreen } from './sync/edit-to-screen.ts';
import { measureFirstPull } from './sync/first-pull.ts';
import { measureRebase } from './sync/rebase.ts';
import { measureOverTheWire } from './sync/over-the-wire.ts';
import { pageOf, readPeers, sectionOf } from './sync/report.ts';

const ROWS: Record<string, (setting: Setting) => Promise<BenchRow>> = {
  'first-pull': measureFirstPull,
  edit: measureEditToScreen,
  rebase: measureRebase,
  'no-op': measureOverTheWire,
  'cold-open': measureColdOpen,
  stream: measureChangeToPaint,
};
const RUNS = 15;
const PAGE = 'docs/benchmarks.md';

const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string' } } });
const runs = values.runs === undefined ? RUNS : Number(values.runs);
const names = values.only?.split(',') ?? Object.keys(ROWS);

await buildPages();
const [before = Number.NaN] = loadavg();
const server = await servePages();
const measured: BenchRow[] = [];
for (const name of names) {
  const measure = ROWS[name];
  if (!measure) throw new Error(`There is no row "${name}", only ${Object.keys(ROWS).join(', ')}.`);
  const row = await measure({ server, runs });
  measured.push(row);
  console.log(`${sectionOf(row)}\n`);
}
await server.close();

if (values.only === undefined) {
  const profile = await openProfile();
  const browser = `Chromium ${profile.context.browser()?.version() ?? ''}`;
  await profile.close();
  const [after = Number.NaN] = loadavg();
  const page = pageOf(measured, {
    date: new Date().toISOString().slice(0, 10),
    browser,
    runs,
    load: { before, after },
    peers: await readPeers(),
  });
  await writeFile(PAGE, page);
  console.log(`Written to ${PAGE}.`);
}

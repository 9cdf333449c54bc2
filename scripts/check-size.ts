// Checks the size limits: the gzipped JavaScript that loads before the deal list shows, the sync worker, the
// signing room, and the precache that the browser of every visitor stores.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { filesBeforeScreen, staticImports } from './bundle/page-weight.ts';

const dist = 'dist';
const dealList = 'src/app/screens/deal-list/deal-list-screen.tsx';
const worker = 'src/workers/sync.worker.ts';
/**
 * Sizes after gzip, in bytes; 1 kB = 1000 bytes. Users wait for the page; more than half of it is React and
 * Dexie. Nobody waits for the worker, which starts after the first paint: its limit leaves room for the
 * schemas of new collections. Half of the worker is Dexie and zod, which parses everything from the network
 * and the disk. The precache is measured as the device stores it, without gzip. It includes the closing
 * screens (returned pages, releases and downloads), each in its own chunk. The signing room is opened on
 * phones, from an email.
 */
const limits = { page: 150_000, worker: 150_000, precache: 2_200_000, room: 90_000 };

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
  }),
);

function gzippedSize(file: string): number {
  return gzipSync(readFileSync(join(dist, file))).length;
}

/** Returns the worker's bundle and the chunks that it imports. Vite's manifest does not list workers. */
function workerFiles(): ReadonlySet<string> {
  const files = new Set(
    readdirSync(join(dist, 'assets'))
      .filter((file) => /^sync\.worker-.*\.js$/.test(file))
      .map((file) => `assets/${file}`),
  );
  for (const file of files) {
    for (const imported of staticImports(readFileSync(join(dist, file), 'utf8'))) {
      files.add(normalize(join(dirname(file), imported)));
    }
  }
  return files;
}

/**
 * Returns what the signing room loads before it can be used: the files that its page names, and their
 * imports. It is built separately from the app.
 */
function roomFiles(): ReadonlySet<string> {
  const page = readFileSync(join(dist, 'sign.html'), 'utf8');
  const files = new Set(
    [...page.matchAll(/assets\/signing-room-[\w.-]+\.(?:js|css)/g)].map(([file]) => file),
  );
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    for (const imported of staticImports(readFileSync(join(dist, file), 'utf8'))) {
      files.add(normalize(join(dirname(file), imported)));
    }
  }
  return files;
}

function report(what: string, files: ReadonlySet<string>, limit: number): boolean {
  const sizes = [...files].map((file) => ({ file, size: gzippedSize(file) }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  console.log(`${what}: ${inKilobytes(total)} of ${inKilobytes(limit)}, gzipped`);
  for (const { file, size } of sizes.toSorted((a, b) => b.size - a.size)) {
    console.log(`  ${inKilobytes(size).padStart(9)}  ${file}`);
  }
  if (files.size === 0) console.log('  no files found: the build or this check has changed');
  return files.size > 0 && total <= limit;
}

/**
 * Reports what the service worker stores when it is installed. The files of pdf.js must not be part of it.
 */
function reportPrecache(limit: number): boolean {
  const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8');
  const files = [...worker.matchAll(/["'`]?url["'`]?:["'`]([^"'`]+\.[a-z]+)["'`]/g)]
    .flatMap((found) => found[1] ?? [])
    .filter((file) => existsSync(join(dist, file)));
  // The limit is for what every visitor needs. The viewer is left out, because only users who read documents
  // need it.
  const viewer = files.filter((file) => file.startsWith('assets/viewer-'));
  const others = files.filter((file) => !viewer.includes(file));
  const total = others.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
  const reader = files.filter((file) => file.includes('pdfjs'));
  console.log(
    `Precache without the viewer: ${inKilobytes(total)} of ${inKilobytes(limit)}, ${others.length} files`,
  );
  if (files.length === 0) console.log('  no files found: the build or this check has changed');
  for (const file of reader) console.log(`  ${file} belongs to the viewer and should not be precached`);
  return others.length > 0 && viewer.length > 0 && reader.length === 0 && total <= limit;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

for (const source of [dealList, worker]) {
  // Without this check, a file that was moved would silently not be counted.
  if (!existsSync(source))
    throw new Error(`${source} does not exist: enter its new path in scripts/check-size.ts.`);
}
const manifestPath = join(dist, '.vite/manifest.json');
if (!existsSync(manifestPath)) {
  console.log(`${manifestPath} does not exist: the app has not been built.`);
  process.exit(1);
}
const manifest = Manifest.parse(JSON.parse(readFileSync(manifestPath, 'utf8')));
const inBounds = [
  report('JavaScript before the deal list', filesBeforeScreen(manifest, dealList), limits.page),
  report('Sync worker', workerFiles(), limits.worker),
  reportPrecache(limits.precache),
  report('Signing room', roomFiles(), limits.room),
];
process.exitCode = inBounds.every(Boolean) ? 0 : 1;

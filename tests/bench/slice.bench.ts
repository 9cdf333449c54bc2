// `npm run bench -- slice [FOLDER]`: measures how long the server takes to be ready, with an empty data
// folder and with a used one, and how long each file in FOLDER (default: three small ones) takes from the end
// of its upload to its thumbnails.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TestClient } from '../server/support/test-client.ts';
import { converted, upload } from '../server/support/upload.ts';
import { startCounterpart } from '../browser/support/counterpart-process.ts';
import { makeSmallDocuments } from '../browser/support/small-documents.ts';

const RUNS = 5;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(pdf|docx?)$/i.test(name))
    .map((name) => join(folder, name))
    .toSorted();
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

const first: number[] = [];
const second: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const { ms, result: counterpart } = await timed(async () => startCounterpart());
  first.push(ms);
  await counterpart.kill();
  second.push((await timed(async () => counterpart.restart())).ms);
  await counterpart.close();
}
console.log(`ready on an empty folder, with sample deals: median ${median(first).toFixed(0)} ms of ${RUNS}`);
console.log(
  `ready on a used folder, after kill -9:        median ${median(second).toFixed(0)} ms of ${RUNS}`,
);

const small = process.argv[2] === undefined ? await makeSmallDocuments() : null;
const counterpart = await startCounterpart({ DEMO: '1' });
const client = new TestClient(counterpart.directUrl);
await client.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
const deal = await client.post('/transactions/transaction', { name: 'Benchmark' });
console.log('\nfile · kB · pages · ms to thumbnails · outcome');
const letters = await small?.letters();
for (const path of small && letters
  ? [small.pdf, letters.doc, letters.docx]
  : files(process.argv[2] ?? '.')) {
  const created = await upload(client, deal.body.uuid, readFileSync(path), { name: basename(path) });
  const size = (statSync(path).size / 1024).toFixed(0);
  if (created.status !== 201) {
    console.log(`${basename(path)} · ${size} · – · – · ${created.body.error_message}`);
    continue;
  }
  const { ms, result } = await timed(async () => converted(client, created.body.uuid));
  console.log(
    `${basename(path)} · ${size} · ${result.num_pages ?? '–'} · ${ms.toFixed(0)} · ${result.error_message ?? 'complete'}`,
  );
}
await counterpart.close();
await small?.remove();

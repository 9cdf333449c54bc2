// `npm run bench hostile -- FOLDER`: uploads files made to harm the server, and the files in a folder if one
// is given, while another process requests /api/config. Writes docs/benchmarks-hostile.md. Exits with 1 if
// the p99 of the responses during an upload is above 100 ms, or if a file neither completes nor fails with an
// error message.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { sampleDocx, samplePdf } from '../../server/convert/sample-documents.ts';
import { RealServer } from '../chaos/real-server.ts';
import { converted, upload } from '../server/support/upload.ts';
import {
  branchingPagesPdf,
  manyEntriesDocx,
  manyPagesPdf,
  unclosedTagsDocx,
  zipBombDocx,
} from '../support/hostile-files.ts';
import { quantile } from './sync/statistics.ts';

const GOAL_MS = 100;
/** The minimum duration of a measurement, in milliseconds. */
const ROW_MS = 2000;

type Case = { name: string; bytes: Uint8Array };

const folder = process.argv[2];
const cases: readonly Case[] = [
  { name: 'a Word document, for comparison', bytes: sampleDocx(['Agreement']) },
  { name: 'Word, unclosed tags', bytes: unclosedTagsDocx() },
  { name: 'Word, 60,000 zip entries', bytes: manyEntriesDocx(60_000) },
  { name: 'Word, unpacks to 1 GB', bytes: zipBombDocx() },
  { name: 'Word, unpacks to 1 GB, claims 1 kB', bytes: zipBombDocx(1000) },
  { name: 'Word, cut off', bytes: sampleDocx(['Agreement']).subarray(0, 700) },
  { name: 'PDF, 200,000 pages', bytes: manyPagesPdf(200_000) },
  { name: 'PDF, 5,000 pages', bytes: manyPagesPdf(5000) },
  { name: 'PDF, a billion pages in 1 kB', bytes: branchingPagesPdf(9) },
  { name: 'PDF, password', bytes: await samplePdf({ pages: 1, password: 'closing' }) },
  { name: 'PDF, cut off', bytes: (await samplePdf({ pages: 1 })).subarray(0, 400) },
  ...(folder === undefined
    ? []
    : readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))),
];

const before = loadavg()[0] ?? 0;
const server = await RealServer.start();
const rows: string[] = [];
let slowest = 0;
let ended = 0;
try {
  const { url } = server;
  const [person] = await server.addMembers(1);
  if (!person) throw new Error('There are no members.');
  const { client } = person;
  const deal: string = (await client.post('/transactions/transaction', { name: 'Hostile' })).body.uuid;
  const probe = fork(resolve(import.meta.dirname, 'hostile/probe.ts'), [url]);
  const takeTimes = async (): Promise<number[]> => {
    probe.send('report');
    const [times] = await once(probe, 'message');
    // JSON has no infinity, so a failed request is null.
    return z
      .array(z.number().nullable())
      .parse(times)
      .map((ms) => ms ?? Infinity);
  };
  const pause = () => new Promise((done) => setTimeout(done, ROW_MS));
  const row = (name: string, times: readonly number[], seconds: number, outcome: string) => {
    const figures = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map((ms) =>
      ms.toFixed(0),
    );
    const cells = [name, times.length, ...figures, seconds.toFixed(1), outcome];
    rows.push(`| ${cells.join(' | ')} |`);
    console.log(rows.at(-1));
  };
  await pause();
  await takeTimes();
  await pause();
  row('none, for comparison', await takeTimes(), ROW_MS / 1000, '');
  for (const { name, bytes } of cases) {
    await takeTimes();
    const began = performance.now();
    const [created] = await Promise.all([upload(client, deal, bytes), pause()]);
    const refused = created.status === 201 ? null : String(created.body?.error_message ?? '');
    const document = refused === null ? await converted(client, created.body.uuid) : null;
    const outcome = refused ?? document?.error_message ?? `complete; pages: ${document?.num_pages}`;
    const times = await takeTimes();
    row(name, times, (performance.now() - began) / 1000, outcome);
    slowest = Math.max(slowest, quantile(times, 0.99));
    if (outcome !== '' && created.status < 500) ended += 1;
  }
  probe.disconnect();
} finally {
  await server.stop();
}
const holds = { quick: slowest <= GOAL_MS, ended: ended === cases.length };
const word = (held: boolean) => (held ? 'met' : '**missed**');
const page = `# Benchmark of hostile files

\`npm run bench hostile\` writes this page. It uploads files that are made to harm the server, one after another${folder === undefined ? '' : ', then those of a folder'}. During each upload and its conversion, another process requests \`GET /api/config\` again and again. The server, PostgreSQL and the conversions share one machine.

- ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; load ${before.toFixed(1)} before.

| what | goal | result | |
| --- | --- | --- | --- |
| The slowest p99 of \`GET /api/config\` | ${GOAL_MS} ms | ${slowest.toFixed(0)} ms | ${word(holds.quick)} |
| Files that end complete or with a message | all | ${ended} of ${cases.length} | ${word(holds.ended)} |

Times of the responses are in milliseconds.

| file | responses | p50 | p99 | longest | seconds until it ended | result |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
console.log(page);
await writeFile('docs/benchmarks-hostile.md', page);
process.exit(Object.values(holds).every(Boolean) ? 0 : 1);

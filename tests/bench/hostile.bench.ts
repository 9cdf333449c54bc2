// `npm run bench hostile -- FOLDER`: uploads files that are made to hurt the server, and those of a folder if one is named, while
// another process asks for /api/config. Prints a table; exits 1 where the answers' p99 during an upload is above 100 ms, or a
// file ends neither complete nor with a sentence.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
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
/** The least time that a row is of, milliseconds. */
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

const server = await RealServer.start();
let holds = true;
try {
  const { url } = server;
  const [person] = await server.hire(1);
  if (!person) throw new Error('Nobody was hired.');
  const { client } = person;
  const deal: string = (await client.post('/transactions/transaction', { name: 'Hostile' })).body.uuid;
  const probe = fork(resolve(import.meta.dirname, 'hostile/probe.ts'), [url]);
  const takeTimes = async (): Promise<number[]> => {
    probe.send('report');
    const [times] = await once(probe, 'message');
    // JSON has no infinity.
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
    console.log(`| ${[name, times.length, ...figures, seconds.toFixed(1), outcome].join(' | ')} |`);
  };
  console.log(
    `GET /api/config during each upload and conversion, in milliseconds. Load of the machine before: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}.\n\n` +
      '| file | answers | median | p99 | max | seconds | ended |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  await pause();
  await takeTimes();
  await pause();
  row('none', await takeTimes(), ROW_MS / 1000, '');
  for (const { name, bytes } of cases) {
    await takeTimes();
    const began = performance.now();
    const [created] = await Promise.all([upload(client, deal, bytes), pause()]);
    const refused = created.status === 201 ? null : String(created.body?.error_message ?? '');
    const document = refused === null ? await converted(client, created.body.uuid) : null;
    const outcome = refused ?? document?.error_message ?? `complete, ${document?.num_pages} pages`;
    const times = await takeTimes();
    row(name, times, (performance.now() - began) / 1000, outcome);
    holds &&= quantile(times, 0.99) <= GOAL_MS && outcome !== '' && created.status < 500;
  }
  probe.disconnect();
} finally {
  await server.stop();
}
console.log(
  holds
    ? `\nThe server kept answering within ${GOAL_MS} ms (p99), and each file ended with a message.`
    : '\nThe goals are missed.',
);
process.exit(holds ? 0 : 1);

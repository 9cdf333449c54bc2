// `npm run bench waits [SECONDS]`: measures how long others wait while 32 people write to one deal, while one
// person moves 9,800 elements, while the bucket hangs, and after the database was unavailable for 30 s.
// Writes docs/benchmarks-waits.md if it ran with the full SECONDS. Exits with 1 if a goal was missed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { hashPassword } from '../../server/auth/passwords.ts';
import { makeKysely } from '../../server/postgres/kysely.ts';
import { BACKGROUND_LIMITS } from '../../server/postgres/connection-pool.ts';
import { migrate } from '../../server/postgres/migrate.ts';
import { openTestDatabase } from '../../server/postgres/test-database.ts';
import { startStandIn } from '../../server/storage/s3/s3-stand-in.ts';
import { migrations } from '../../server/store/migrations.ts';
import type { Tables } from '../../server/store/tables.ts';
import { TestClient, type Answer } from '../server/support/test-client.ts';
import { PASSWORD, urlOf } from '../server/support/test-server.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { signIn } from './logins/sign-in.ts';
import { seedDeals } from './load/seed-deals.ts';
import { quantile } from './sync/statistics.ts';

const FULL_SECONDS = 20;
const PEOPLE = 64;
const WRITERS = 32;
const MOVED = 9800;
const UPLOADS = 20;
const AWAY_MS = 30_000;
const GOAL_MS = 200;
/** How many milliseconds after its return the database must be used again. */
const BACK_MS = 10_000;

const [seconds = FULL_SECONDS] = process.argv.slice(2).map(Number);
const before = loadavg()[0] ?? 0;
const database = await openTestDatabase();
const proxy = await startDatabaseProxy(database.address);
const bucket = await startStandIn();
const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-waits-'));
const db = makeKysely<Tables>(database.address, { maxConnections: 2, limits: BACKGROUND_LIMITS });
await migrate(db, migrations);
const online = await seedDeals(db, { deals: 200, people: PEOPLE });
await db
  .updateTable('users')
  .set({ password_hash: await hashPassword(PASSWORD) })
  .execute();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const direct = new URL(urlOf(database.address));
const server = fork(join(import.meta.dirname, 'load/server-process.ts'), {
  env: {
    ...process.env,
    PORT: String(port),
    STORE_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url + direct.pathname,
    OBJECT_STORE: `s3://closing:day@files?region=eu-central-1&path_style=1&endpoint=${encodeURIComponent(bucket.endpoint)}`,
    TRUST_PROXY: '1',
    DEMO: '0',
    ROLE: 'web',
  },
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
});
await once(server, 'message');

/** The milliseconds of each request in one situation. */
type Times = { reads: number[]; edits: number[]; signIns: number[] };

const failures: string[] = [];

async function timed(into: number[], send: () => Promise<{ status: number; text?: string }>): Promise<void> {
  const begun = performance.now();
  const { status, text = '' } = await send();
  into.push(performance.now() - begun);
  if (status >= 400) failures.push(`${status} ${text.slice(0, 200)}`);
}

function clientOf(number: number): { client: TestClient; deal: string; element: string } {
  const person = online[number];
  if (!person) throw new Error(`There is no person ${number}.`);
  const client = new TestClient(url);
  client.cookies.set('session', person.token);
  return { client, deal: person.deal, element: person.element };
}

/**
 * Makes the requests of uninvolved people (reads and edits of another deal, and sign-ins). Returns how long
 * they take.
 */
async function bystanders(during: AbortSignal): Promise<Times> {
  const times: Times = { reads: [], edits: [], signIns: [] };
  // The last person, because the first eight have the busy deal on their screens.
  const { client, deal, element } = clientOf(PEOPLE - 1);
  const every = async (ms: number, ask: () => Promise<void>) => {
    while (!during.aborted) {
      await ask();
      await wait(ms);
    }
  };
  await Promise.all([
    every(20, () => timed(times.reads, () => client.get(`/transactions/element?transaction=${deal}`))),
    every(40, () =>
      timed(times.edits, () => client.patch(`/transactions/element/${element}`, { label: `Header ${v7()}` })),
    ),
    every(400, () =>
      timed(times.signIns, () => signIn(url, `person-${PEOPLE - 1}@firm.test`, PASSWORD, '192.0.2.1')),
    ),
  ]);
  return times;
}

const rows: string[] = [];

function note(name: string, { reads, edits, signIns }: Times): number {
  const cells = [reads, edits, signIns].flatMap((list) => [
    quantile(list, 0.5).toFixed(0),
    quantile(list, 0.95).toFixed(0),
  ]);
  rows.push(`| ${[name, ...cells, reads.length + edits.length + signIns.length].join(' | ')} |`);
  return Math.max(quantile(reads, 0.95), quantile(edits, 0.95), quantile(signIns, 0.95));
}

/** Measures the bystanders' times during `disturb`. */
async function during(name: string, disturb: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const disturbing = disturb(over.signal);
  setTimeout(() => over.abort(), seconds * 1000);
  const times = await bystanders(over.signal);
  await disturbing;
  return note(name, times);
}

async function writeToOneDeal(signal: AbortSignal): Promise<void> {
  const { client, deal } = clientOf(0);
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (!signal.aborted) await client.post('/transactions/element', { transaction: deal, label: 'A' });
    }),
  );
}

/** Adds 9,800 headers to a deal by SQL, then repeatedly moves all of them below another header and back. */
async function moveMany(signal: AbortSignal): Promise<void> {
  const { client, deal } = clientOf(0);
  const parent: string = (await client.post('/transactions/element', { transaction: deal, label: 'All' }))
    .body.uuid;
  const moved = Array.from({ length: MOVED }, () => v7());
  await sql`
    insert into elements (uuid, transaction, label, "order", created_at, created_by, version, modified_at)
    select id::uuid, ${deal}, 'Moved', 100000 + n, now(), (select created_by from transactions where uuid = ${deal}), 1, now()
    from unnest(${sql.val(moved)}::text[]) with ordinality as many (id, n)
  `.execute(db);
  const isBelow = { now: false };
  while (!signal.aborted) {
    const answer = await client.patch('/transactions/element/bulk_update', {
      element_uuids: moved,
      parent_element: isBelow.now ? null : parent,
    });
    if (answer.status !== 200) failures.push(`move: ${answer.status} ${answer.text.slice(0, 200)}`);
    isBelow.now = !isBelow.now;
  }
}

const uploadAnswers: { ms: number; answer: Answer }[] = [];

/** Repeats each upload while the others are measured, as a device does. */
async function uploadToHangingBucket(signal: AbortSignal): Promise<void> {
  const { client, deal } = clientOf(0);
  bucket.hangsAt = () => true;
  const sendOnce = async () => {
    const uuid = v7();
    const form = { doc_uuid: uuid, file_name: 'NDA.pdf' };
    await client.post(`/transactions/transaction/${deal}/presigned_url`, form);
    const begun = performance.now();
    const uploaded_file_key = `incoming/${deal}/${uuid}`;
    const document = { uuid, transaction: deal, name: 'NDA', uploaded_file_key };
    const answer = await client.post('/transactions/document', document);
    uploadAnswers.push({ ms: performance.now() - begun, answer });
  };
  await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      do await sendOnce();
      while (!signal.aborted);
    }),
  );
}

/**
 * Cuts off the database. Returns the responses in the meantime, and how long after its return the first edit
 * was accepted.
 */
async function withoutDatabase(): Promise<{
  askedToRetry: number;
  others: string[];
  slowest: number;
  backMs: number;
}> {
  const { client, element } = clientOf(PEOPLE - 1);
  const edit = () => client.patch(`/transactions/element/${element}`, { label: `Header ${v7()}` });
  await proxy.stop();
  const back = performance.now() + AWAY_MS;
  const found = { askedToRetry: 0, others: new Array<string>(), slowest: 0, backMs: 0 };
  while (performance.now() < back) {
    const begun = performance.now();
    const { status, headers, text } = await edit();
    found.slowest = Math.max(found.slowest, performance.now() - begun);
    if (status === 503 && Number(headers.get('retry-after')) > 0) found.askedToRetry += 1;
    else found.others.push(`${status} ${text.slice(0, 100)}`);
    await wait(200);
  }
  await proxy.resume();
  const resumed = performance.now();
  while ((await edit()).status !== 200 && performance.now() - resumed < 2 * BACK_MS) await wait(50);
  found.backMs = performance.now() - resumed;
  return found;
}

// The first responses are not measured, because they include compiling.
await during('warm-up', () => Promise.resolve());
rows.length = 0;
await during('nothing else', () => Promise.resolve());
const writing = await during(`${WRITERS} people write to one deal`, writeToOneDeal);
const moving = await during(`somebody moves ${MOVED} elements, again and again`, moveMany);
const hung = await during(`the bucket hangs under ${UPLOADS} uploads`, uploadToHangingBucket);
const outage = await withoutDatabase();

const wrong = uploadAnswers.filter(
  ({ answer }) => answer.status !== 503 || !answer.text.includes('file store is not responding'),
);
const holds = {
  writing: writing <= GOAL_MS,
  moving: moving <= GOAL_MS,
  hung: hung <= GOAL_MS,
  uploads: wrong.length === 0,
  outage: outage.askedToRetry > 0 && outage.others.length === 0,
  back: outage.backMs <= BACK_MS,
};
const word = (held: boolean) => (held ? 'met' : '**missed**');
const page = `# Benchmark of waits

\`npm run bench waits\` writes this page. One web process, PostgreSQL and everyone who sends requests share one machine. Each situation lasts ${seconds} s.

- ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; load ${before.toFixed(1)} before.

| what | goal | result | |
| --- | --- | --- | --- |
| Reads, edits and sign-ins while ${WRITERS} people write, the slowest p95 | ${GOAL_MS} ms | ${writing.toFixed(0)} ms | ${word(holds.writing)} |
| The same during moves of ${MOVED} elements | ${GOAL_MS} ms | ${moving.toFixed(0)} ms | ${word(holds.moving)} |
| The same while the bucket hangs under ${UPLOADS} uploads | ${GOAL_MS} ms | ${hung.toFixed(0)} ms | ${word(holds.hung)} |
| Uploads that report the error | all | ${uploadAnswers.length - wrong.length} of ${uploadAnswers.length}, half of them within ${(
  quantile(
    uploadAnswers.map(({ ms }) => ms),
    0.5,
  ) / 1000
).toFixed(1)} s | ${word(holds.uploads)} |
| Responses while the database is down: 503 with Retry-After | all | ${outage.askedToRetry} of ${outage.askedToRetry + outage.others.length}, the slowest after ${outage.slowest.toFixed(0)} ms | ${word(holds.outage)} |
| The first edit after the database is back | ${BACK_MS} ms | ${outage.backMs.toFixed(0)} ms | ${word(holds.back)} |

## How long bystanders wait

One person reads and edits another deal, and another one signs in, one request of each kind at a time. Times are in milliseconds.

| while | read p50 | p95 | edit p50 | p95 | sign-in p50 | p95 | requests |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
console.log(page);
for (const failure of new Set([...failures, ...outage.others].slice(0, 5))) console.log(failure);
if (seconds >= FULL_SECONDS) await writeFile('docs/benchmarks-waits.md', page);
server.send('stop');
await once(server, 'exit');
bucket.close();
await proxy.close();
await db.destroy();
await database.drop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = Object.values(holds).every(Boolean) && failures.length === 0 ? 0 : 1;

// `npm run bench load [PEOPLE] [SECONDS] [DEALS]`: measures the list of 10,000 deals while 400 people are
// online, each with one stream and one edit every 20 s. Writes docs/benchmarks-load.md if it ran with the
// full numbers. Exits with 1 if a goal was missed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { makeKysely } from '../../server/postgres/kysely.ts';
import { BACKGROUND_LIMITS } from '../../server/postgres/connection-pool.ts';
import { migrate } from '../../server/postgres/migrate.ts';
import { openTestDatabase } from '../../server/postgres/test-database.ts';
import { migrations } from '../../server/store/migrations.ts';
import type { Tables } from '../../server/store/tables.ts';
import { urlOf } from '../server/support/test-server.ts';
import { freePort } from '../support/free-port.ts';
import { beOnline, type Seen } from './load/person-online.ts';
import { ADMIN_TOKEN, seedDeals } from './load/seed-deals.ts';
import { quantile } from './sync/statistics.ts';

const FULL = { people: 400, seconds: 90, deals: 10_000 };
const EDIT_EVERY_MS = 20_000;
const MOST_BLOCK_MS = 100;
const MOST_EDIT_MS = 500;

const [people = FULL.people, seconds = FULL.seconds, deals = FULL.deals] = process.argv.slice(2).map(Number);
const isFull = people >= FULL.people && seconds >= FULL.seconds && deals >= FULL.deals;

const loopSchema = z.object({ blockMs: z.number(), rss: z.number() });
const before = loadavg()[0] ?? 0;
const database = await openTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-load-'));
const db = makeKysely<Tables>(database.address, { maxConnections: 2, limits: BACKGROUND_LIMITS });
await migrate(db, migrations);
const online = await seedDeals(db, { deals, people });
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = fork(join(import.meta.dirname, 'load/server-process.ts'), {
  env: {
    ...process.env,
    PORT: String(port),
    STORE_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(database.address),
    DEMO: '0',
    ROLE: 'web',
  },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
await once(server, 'message');

async function look(): Promise<z.infer<typeof loopSchema>> {
  server.send('look');
  const [answer] = await once(server, 'message');
  return loopSchema.parse(answer);
}

/**
 * Measures the admin's complete list: how long it takes, how long it blocks the event loop, and how many
 * bytes it has.
 */
async function listOnce(query: string, etag = ''): Promise<{ row: string; etag: string; blockMs: number }> {
  await look();
  const begun = performance.now();
  const headers = { cookie: `session=${ADMIN_TOKEN}`, ...(etag && { 'if-none-match': etag }) };
  const answer = await fetch(`${url}/api/transactions/transaction${query}`, { headers });
  const { byteLength } = await answer.arrayBuffer();
  const took = performance.now() - begun;
  const { blockMs } = await look();
  const row = `| \`${query || 'no parameters'}\` | ${answer.status} | ${byteLength} | ${took.toFixed(0)} | ${Math.max(0, blockMs).toFixed(0)} |`;
  return { row, etag: answer.headers.get('etag') ?? '', blockMs };
}

const rows: string[] = [];
const blocks: number[] = [];
// The first response is not measured, because it includes compiling.
await listOnce('?limit=500');
for (const query of ['?limit=500', '']) {
  const first = await listOnce(query);
  const again = await listOnce(query, first.etag);
  rows.push(first.row, again.row);
  blocks.push(first.blockMs, again.blockMs);
}

const seen: Seen = { edits: [], pulls: [], lists: [], hints: 0, failures: [] };
const leaving = new AbortController();
const everybody = online.map(async (person) =>
  beOnline(url, person, { everyMs: EDIT_EVERY_MS, seen, signal: leaving.signal }),
);
// Everyone connects at once, which is not measured.
await wait(Math.min(10_000, seconds * 250));
for (const list of [seen.edits, seen.pulls, seen.lists]) list.length = 0;
await look();
await wait(seconds * 1000);
const { blockMs, rss } = await look();
leaving.abort();
await Promise.allSettled(everybody);

const p95 = quantile(seen.edits, 0.95);
const listBlock = Math.max(...blocks);
const holds = {
  list: listBlock <= MOST_BLOCK_MS,
  online: blockMs <= MOST_BLOCK_MS,
  edit: p95 <= MOST_EDIT_MS,
};
const word = (held: boolean) => (held ? 'met' : '**missed**');
const figures = (list: readonly number[]) =>
  `${quantile(list, 0.5).toFixed(0)} | ${quantile(list, 0.95).toFixed(0)} | ${quantile(list, 0.99).toFixed(0)} | ${list.length}`;
const page = `# Benchmark of load

\`npm run bench load\` writes this page. One web process, PostgreSQL and the ${people} people who use them share one machine.

- ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; load ${before.toFixed(1)} before.
- ${deals} deals with 8 people, 20 headers and 20 documents each, created with SQL (tests/bench/load/seed-deals.ts).
- ${people} people for ${seconds} s: one event stream each, one edit each every 20 s, a pull of the deal on the screen after each hint, and the list of deals every 30 s.

| what | goal | result | |
| --- | --- | --- | --- |
| Longest block of the event loop during a list of ${deals} deals | ${MOST_BLOCK_MS} ms | ${listBlock.toFixed(0)} ms | ${word(holds.list)} |
| Longest block with ${people} people online | ${MOST_BLOCK_MS} ms | ${blockMs.toFixed(0)} ms | ${word(holds.online)} |
| Edit, p95 | ${MOST_EDIT_MS} ms | ${p95.toFixed(0)} ms | ${word(holds.edit)} |

## The admin's list

| request | status | bytes | ms | longest block, ms |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Online

| request | p50 ms | p95 ms | p99 ms | requests |
| --- | --- | --- | --- | --- |
| edit | ${figures(seen.edits)} |
| pull after a hint | ${figures(seen.pulls)} |
| list of deals | ${figures(seen.lists)} |

${seen.hints} hints arrived, ${seen.failures.length} requests failed, and the server used ${(rss / 1e6).toFixed(0)} MB.
`;
console.log(page);
for (const failure of new Set(seen.failures.slice(0, 5))) console.log(failure);
if (isFull) await writeFile('docs/benchmarks-load.md', page);
server.send('stop');
await once(server, 'exit');
await db.destroy();
await database.drop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = holds.list && holds.online && holds.edit && seen.failures.length === 0 ? 0 : 1;

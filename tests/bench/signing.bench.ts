// `npm run bench signing`: measures how much time and memory it takes to create packets for 200 signatories
// of 15 documents; how long it takes to send them, to read a document, and to draw and seal a finished
// packet; and how soon a signing room shows something. Writes docs/benchmarks-signing.md. `-- --signatories
// N` measures fewer and writes nothing. Exits with 1 if a goal is missed.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { v7 } from 'uuid';
import { openProfile } from '../browser/support/chromium.ts';
import type { Person } from '../chaos/real-server.ts';
import { storeBody } from '../chaos/signing/signing-deal.ts';
import { SigningServer } from '../chaos/signing/signing-server.ts';
import { addFiledItem } from '../server/support/deal-with-rows.ts';
import { TestClient } from '../server/support/test-client.ts';
import { until } from '../support/until.ts';
import { memoryOf } from './signing/memory-of.ts';
import { quantile } from './sync/statistics.ts';

const FULL = 200;
const DOCUMENTS = 15;
/** Packets that are signed and sealed. */
const SEALED = 40;
const OPENED = 5;
/** The factor by which the processor is slowed down, about to the speed of an old phone. */
const SLOWER = 4;

const PACKETS_GOAL_S = 60;
const MEMORY_GOAL_MB = 600;
const SEAL_GOAL_MS = 150;
const ROOM_GOAL_MS = 3000;

const { values } = parseArgs({ options: { signatories: { type: 'string' } } });
const signatories = Number(values.signatories ?? FULL);

interface Goal {
  what: string;
  goal: number;
  unit: string;
  result: number;
}

async function post(client: TestClient, path: string, body: object) {
  const answer = await client.post(path, body);
  if (answer.status >= 300) throw new Error(`POST ${path} returned ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Creates a deal in which everyone signs every document. Returns its signatories. */
async function openDeal(
  room: SigningServer,
  { client }: Person,
): Promise<{ transaction: string; people: Map<string, string> }> {
  const { db } = room.server;
  const { uuid: transaction } = await post(client, '/transactions/transaction', { name: 'Project Alder' });
  const people = new Map(Array.from({ length: signatories }, (_, at) => [v7(), `signatory-${at}@sign.test`]));
  const rows = [...people].map(([uuid, email], at) => ({
    uuid,
    email,
    full_name: `Signatory ${at} Fitzgerald`,
  }));
  await post(client, '/signatory/bulk_create', { transaction, signatories: rows });
  for (let at = 0; at < DOCUMENTS; at += 1) {
    const { filed: item, document } = await addFiledItem({ services: { db } }, client, transaction);
    await client.patch(`/transactions/item/${item}`, { name: `Agreement ${at}` });
    const stored = await storeBody(room, at);
    await db.updateTable('documents').set(stored).where('uuid', '=', document).execute();
    const assignments = [...people.keys()].map((signatory) => ({ item, signatory }));
    await post(client, '/assignments/assignment/bulk_create', { assignments });
  }
  return { transaction, people };
}

/** Makes everyone's packets. Returns the seconds it takes and the most memory of the server, in megabytes. */
async function makePackets(
  { server }: SigningServer,
  { client }: Person,
  transaction: string,
  people: string[],
) {
  const uuid = v7();
  let most = 0;
  const began = performance.now();
  await post(client, '/assignments/create_packet', { uuid, transaction, signatories: people });
  await until(
    'the packets are made',
    async () => {
      most = Math.max(most, await memoryOf(server.pid));
      const left = await server.db
        .selectFrom('packets')
        .select('uuid')
        .where('request', '=', uuid)
        .where('status', '=', 'generating')
        .limit(1)
        .execute();
      return left.length === 0;
    },
    900_000,
  );
  return { seconds: (performance.now() - began) / 1000, megabytes: most };
}

/** Signs all pages as the holder of a link. Returns the milliseconds until the first document arrives. */
async function signEverything(visitor: TestClient, token: string): Promise<number> {
  const { body: room } = await visitor.get(`/signing/${token}`);
  const began = performance.now();
  const found = await visitor.get(`/signing/${token}/document/${room.documents[0].uuid}`);
  const file = await fetch(found.body.redirect_url);
  if (!file.ok) throw new Error(`Reading a document returned ${file.status}`);
  await file.arrayBuffer();
  const read = performance.now() - began;
  const act = async (name: string, body: object) => post(visitor, `/signing/${token}/${name}`, body);
  await act('consent', { version: room.consent.version });
  await act('adopt', { name: room.signer, style: 'caveat' });
  const pages = room.pages.map(({ uuid, sha256 }: { uuid: string; sha256: string }) => ({ uuid, sha256 }));
  await act('sign', { pages });
  return read;
}

/**
 * Sends and signs some packets, and submits all of them. Returns the seconds that sending takes, the
 * milliseconds that reading a document takes, and the milliseconds between two seals.
 */
async function sealPackets(
  room: SigningServer,
  { client }: Person,
  transaction: string,
  emails: readonly string[],
): Promise<{ sending: number; reads: number[]; seals: number[] }> {
  const { db } = room.server;
  const ready = await db
    .selectFrom('packets')
    .innerJoin('signatories', 'signatories.uuid', 'packets.signatory')
    .select('packets.uuid')
    .where('packets.transaction', '=', transaction)
    .where('signatories.email', 'in', emails)
    .execute();
  const packets = ready.map(({ uuid }) => uuid);
  const began = performance.now();
  await post(client, '/packet/send', { packets });
  const sending = (performance.now() - began) / 1000;
  await until('the emails are there', () => emails.every((email) => room.linksTo(email).length > 0));
  const visitor = new TestClient(room.server.url);
  const tokens = emails.flatMap((email) => room.linksTo(email).slice(-1));
  const reads: number[] = [];
  for (const token of tokens.slice(OPENED)) reads.push(await signEverything(visitor, token));
  await Promise.all(tokens.slice(OPENED).map(async (token) => post(visitor, `/signing/${token}/finish`, {})));
  const sealed = async () =>
    db
      .selectFrom('signing_events')
      .select('at')
      .where('transaction', '=', transaction)
      .where('kind', '=', 'sealed')
      .orderBy('at')
      .execute();
  await until(
    'the packets are sealed',
    async () => (await sealed()).length === tokens.length - OPENED,
    300_000,
  );
  const times = (await sealed()).map(({ at }) => at.getTime());
  const seals = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return { sending, reads, seals };
}

/**
 * Opens signing rooms on a slow phone. Returns the milliseconds until the first paint, and until the first
 * step can be used.
 */
async function openRooms(room: SigningServer, emails: readonly string[]) {
  const painted: number[] = [];
  const usable: number[] = [];
  for (const email of emails.slice(0, OPENED)) {
    const [token] = room.linksTo(email).slice(-1);
    const { context, close } = await openProfile({ shell: true, still: true });
    try {
      const page = await context.newPage();
      await page.setViewportSize({ width: 390, height: 844 });
      const debugging = await context.newCDPSession(page);
      await debugging.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await page.goto(`${room.proxy.origin}/sign/${token}`);
      await page.getByLabel('I agree to sign electronically').check();
      usable.push(await page.evaluate(() => performance.now()));
      painted.push(
        await page.evaluate(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        ),
      );
    } finally {
      await close();
    }
  }
  return { painted, usable };
}

const before = loadavg()[0] ?? 0;
const room = await SigningServer.start();
const goals: Goal[] = [];
let paint = Number.NaN;
let sent = Number.NaN;
let read = Number.NaN;
let idle = Number.NaN;
try {
  const [person] = await room.server.addMembers(1);
  if (!person) throw new Error('There are no members.');
  const { transaction, people } = await openDeal(room, person);
  // Memory used to prepare the deal should not count for the packets.
  await pause(2000);
  idle = await memoryOf(room.server.pid);
  const { seconds, megabytes } = await makePackets(room, person, transaction, [...people.keys()]);
  const pages = signatories * DOCUMENTS;
  goals.push({
    what: `${signatories} packets with ${pages} pages made`,
    goal: PACKETS_GOAL_S,
    unit: 's',
    result: seconds,
  });
  goals.push({ what: 'most memory meanwhile', goal: MEMORY_GOAL_MB, unit: 'MB', result: megabytes });
  const emails = [...people.values()].slice(0, SEALED + OPENED);
  const { sending, reads, seals } = await sealPackets(room, person, transaction, emails);
  sent = sending;
  read = quantile(reads, 0.5);
  goals.push({
    what: 'a finished packet drawn, sealed and stored',
    goal: SEAL_GOAL_MS,
    unit: 'ms',
    result: quantile(seals, 0.5),
  });
  const { painted, usable } = await openRooms(room, emails);
  paint = quantile(painted, 0.5);
  goals.push({
    what: `a room can be used, ${SLOWER} × slower`,
    goal: ROOM_GOAL_MS,
    unit: 'ms',
    result: quantile(usable, 0.5),
  });
} finally {
  await room.stop();
}

const isMet = ({ goal, result }: Goal) => result <= goal;
const lines = goals.map(
  (each) =>
    `| ${each.what} | at most ${each.goal} ${each.unit} | ${each.result.toFixed(each.unit === 's' ? 1 : 0)} ${each.unit} | ${isMet(each) ? 'met' : '**missed**'} |`,
);
const text = `# Benchmark of signing

\`npm run bench signing\` writes this page. A deal has ${signatories} signatories, and each signs ${DOCUMENTS} documents,
which are PDF files of one page.

- ${new Date().toISOString().slice(0, 10)}. All processes together may use ${availableParallelism()} of the machine’s ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}).
- Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after. On a busy machine, everything takes longer.
- The server is a process of its own, with the built-in PostgreSQL. Memory is that of the server and its child processes, without
  PostgreSQL: ${idle.toFixed(0)} MB before the packets are made.
- Sending ${SEALED + OPENED} packets at once, which freezes their documents, takes ${sent.toFixed(1)} s. A signatory reads a document after ${read.toFixed(0)} ms (median).
- Sealing is the median time from one seal to the next, when ${SEALED} signatories finish at once. It includes the certificate of completion.
- Rooms open on a screen of 390 × 844 with a processor that is ${SLOWER} × slower; something is painted after ${paint.toFixed(0)} ms (median).

| what | goal | result | |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
console.log(text);
if (signatories === FULL) await writeFile('docs/benchmarks-signing.md', text);

process.exitCode = goals.every(isMet) ? 0 : 1;

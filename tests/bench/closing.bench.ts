// `npm run bench closing`: measures how soon a release is announced on every screen that shows its deal, and
// how much memory the server needs for a download of 500 documents of 10 MB. Writes
// docs/benchmarks-closing.md. `-- --documents N` downloads fewer and writes nothing. Exits with 1 if a goal
// is missed.
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { buildApp, isStale } from '../../scripts/app-build.ts';
import { pdfKey } from '../../server/storage/object-keys.ts';
import { openObjectStore } from '../../server/storage/open-object-store.ts';
import { openProfile } from '../browser/support/chromium.ts';
import { RealServer, type Person } from '../chaos/real-server.ts';
import { openPaperClosing } from '../server/closing/closing-team.ts';
import { teamOf, type DealTeam } from '../server/signing/deal-team.ts';
import { addFiledItem } from '../server/support/deal-with-rows.ts';
import type { TestClient } from '../server/support/test-client.ts';
import { addParticipant, PASSWORD } from '../server/support/test-server.ts';
import { until } from '../support/until.ts';
import { memoryOf } from './signing/memory-of.ts';
import { quantile } from './sync/statistics.ts';

const SCREENS = 3;
/**
 * How many releases are announced. The first has one document, the next has two, and so on, so that each
 * announcement has different words.
 */
const ROUNDS = 8;
const ANNOUNCED_GOAL_MS = 300;

const FULL = 500;
const DOCUMENT_MB = 10;
/** In addition to the memory of an idle server. */
const MEMORY_GOAL_MB = 300;

const { values } = parseArgs({ options: { documents: { type: 'string' } } });
const documents = Number(values.documents ?? FULL);

type Objects = Awaited<ReturnType<typeof openObjectStore>>['store'];

async function post(client: TestClient, path: string, body: object) {
  const answer = await client.post(path, body);
  if (answer.status >= 400) throw new Error(`POST ${path} returned ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Opens the closing board, and records when each release is announced on it. */
async function openBoard(url: string, deal: string, { email }: Person) {
  const { context, close } = await openProfile({ shell: true, still: true });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
  await page.goto(`${url}/transaction/${deal}/closing`);
  await page.getByRole('region', { name: 'Closing board' }).waitFor();
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const [words] = /released \d+ documents?\./.exec(node.textContent ?? '') ?? [];
        if (words !== undefined) seen[words] ??= Date.now();
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return { page, close };
}

async function announcedAt(page: Page, words: string): Promise<number> {
  const shown = await page.waitForFunction(
    (asked) => (window as unknown as { seen: Record<string, number> }).seen[asked],
    words,
  );
  return Number(await shown.jsonValue());
}

/** Prepares a release that only has to be carried out. */
async function confirmedRelease(team: DealTeam, server: RealServer, objects: Objects, count: number) {
  const closing = openPaperClosing({ services: { db: server.db, objects } }, team);
  const jane = await team.person(`Jane Doe ${count}`);
  const items: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { item, page } = await closing.lease(`Lease ${count}.${number}`);
    const { uuid } = await team.assign(item, jane, { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Signed in ink');
    items.push(item);
  }
  const { uuid } = await post(team.client, '/transactions/release', { transaction: team.deal, items });
  await post(team.client, `/transactions/release/${uuid}/confirm`, {});
  return `/transactions/release/${uuid}/release`;
}

/** Returns the milliseconds from pressing the button until the announcement is on the first and on the last screen. */
async function announce(server: RealServer, objects: Objects, people: readonly Person[]) {
  const [owner] = people;
  if (!owner) throw new Error('There are no members.');
  const { uuid: deal } = await post(owner.client, '/transactions/transaction', { name: 'Project Alder' });
  for (const { email } of people.slice(1))
    await addParticipant({ services: { db: server.db, now: () => new Date() } }, deal, email);
  await owner.client.patch(`/transactions/transaction/${deal}`, { release_confirmations: 1 });
  const team = teamOf({ services: server }, owner.client, deal);
  const boards = await Promise.all(people.map(async (person) => openBoard(server.url, deal, person)));
  const [answered, first, last]: number[][] = [[], [], []];
  try {
    for (let count = 1; count <= ROUNDS; count += 1) {
      const path = await confirmedRelease(team, server, objects, count);
      // Wait until earlier rounds are finished: their executed documents and the pulls of the screens.
      await until('the executed documents are there', async () => {
        const left = await server.db
          .selectFrom('collations')
          .select('item')
          .where('requested_at', 'is not', null)
          .where('collated_at', 'is', null)
          .execute();
        return left.length === 0;
      });
      await pause(3000);
      const pressed = Date.now();
      await post(owner.client, path, {});
      answered?.push(Date.now() - pressed);
      const words = `released ${count} ${count === 1 ? 'document' : 'documents'}.`;
      const times = await Promise.all(boards.map(async ({ page }) => announcedAt(page, words)));
      first?.push(Math.min(...times) - pressed);
      last?.push(Math.max(...times) - pressed);
    }
  } finally {
    for (const board of boards) await board.close();
  }
  return { answered: answered ?? [], first: first ?? [], last: last ?? [] };
}

/** Returns a PDF of this size that can't be compressed. */
async function largePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]);
  await pdf.attach(randomBytes(DOCUMENT_MB * 1_000_000), 'scan.bin');
  return pdf.save();
}

/** Downloads a deal of many large files. Returns the megabytes that arrive, the seconds it takes, and the server's memory. */
async function download(server: RealServer, objects: Objects, { client }: Person) {
  const { uuid: deal } = await post(client, '/transactions/transaction', { name: 'Project Birch' });
  const bytes = await largePdf();
  const key = pdfKey(createHash('sha256').update(bytes).digest('hex'));
  await objects.put(key, bytes);
  for (let number = 1; number <= documents; number += 1)
    await addFiledItem({ services: server }, client, deal);
  // The store has the file only once; each document of the download is read from it.
  await server.db
    .updateTable('documents')
    .set({ pdf_file_key: key, num_pages: 1, size: bytes.byteLength, conversion_status: 'complete' })
    .where('transaction', '=', deal)
    .execute();
  await pause(3000);
  const idle = await memoryOf(server.pid);
  let most = 0;
  const measure = async () => {
    most = Math.max(most, await memoryOf(server.pid));
  };
  const began = performance.now();
  const { status: made } = await post(client, `/transactions/transaction/${deal}/download`, {
    kind: 'executed_item',
  });
  if (made !== 'processing') throw new Error('A download of so few documents is made at once.');
  const row = async () =>
    server.db.selectFrom('downloads').selectAll().where('transaction', '=', deal).executeTakeFirst();
  await until(
    'the download is made',
    async () => {
      await measure();
      const status = (await row())?.status;

      if (status === 'failed') throw new Error('The download could not be made.');
      return status === 'ready';
    },
    1_800_000,
  );
  const notifications = (await client.get('/notifications/')).body;
  const { download_urls: urls } = notifications.find(
    (each: { notification_type: string }) => each.notification_type === 'download_ready',
  );
  const { headers } = await client.get(String(urls[0]).replace('/api', ''));
  const { body } = await fetch(headers.get('location') ?? '');
  let arrived = 0;
  let measured = performance.now();
  for await (const chunk of body ?? []) {
    arrived += chunk.byteLength;
    if (performance.now() - measured < 200) continue;
    await measure();
    measured = performance.now();
  }
  return { megabytes: arrived / 1_000_000, seconds: (performance.now() - began) / 1000, idle, most };
}

const before = loadavg()[0] ?? 0;
if (isStale(process.cwd())) {
  const built = await buildApp(process.cwd());
  if (built.code !== 0) throw new Error(built.output);
}
const server = await RealServer.start();
const { store: objects } = await openObjectStore({
  objectStore: { kind: 'folder', folder: server.objects },
  dataDir: dirname(server.objects),
  storePublicUrl: server.url,
});
try {
  const people = await server.addMembers(SCREENS);
  const { answered, first, last } = await announce(server, objects, people);
  const [owner] = people;
  if (!owner) throw new Error('There are no members.');
  const { megabytes, seconds, idle, most } = await download(server, objects, owner);
  const goals = [
    {
      what: 'announced on the last screen',
      goal: ANNOUNCED_GOAL_MS,
      unit: 'ms',
      result: quantile(last, 0.5),
    },
    { what: 'more memory than idle', goal: MEMORY_GOAL_MB, unit: 'MB', result: most - idle },
  ];
  const lines = goals.map(
    ({ what, goal, unit, result }) =>
      `| ${what} | at most ${goal} ${unit} | ${result.toFixed(0)} ${unit} | ${result <= goal ? 'met' : '**missed**'} |`,
  );
  const text = `# Benchmark of closing

\`npm run bench closing\` writes this page.

- ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'unknown'}.
- Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after. On a busy machine, everything takes longer.
- ${SCREENS} people have the closing board open in browsers of their own, on the same machine as the server and PostgreSQL. ${ROUNDS} releases are
  carried out. Times count from the request; medians. The server answers after ${quantile(answered, 0.5).toFixed(0)} ms, and the first screen
  announces the release after ${quantile(first, 0.5).toFixed(0)} ms. The slowest announcement took ${Math.max(...last).toFixed(0)} ms.
- A transaction has ${documents} documents of ${DOCUMENT_MB} MB. Its download has ${megabytes.toFixed(0)} MB and takes ${seconds.toFixed(0)} s from the request to the last byte.
  Memory is that of the server and its child processes, without PostgreSQL: ${idle.toFixed(0)} MB before, at most ${most.toFixed(0)} MB meanwhile.

| what | goal | result | |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
  console.log(text);
  if (documents === FULL) await writeFile('docs/benchmarks-closing.md', text);
  process.exitCode = goals.every(({ goal, result }) => result <= goal) ? 0 : 1;
} finally {
  await objects.close();
  await server.stop();
}

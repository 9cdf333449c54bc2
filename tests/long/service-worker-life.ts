// `npm run test:long`: uploads a large file over a slow connection, closes the only tab, and leaves the
// browser open. Nothing is attached to the service worker, so it lives as long as it does for users. Prints
// the progress. The exit code is 1 unless the deal has exactly one document with the file's bytes in the end.
// `-- --megabytes 150 --rate 300` (kB/s): a file should need longer than the five minutes that a service
// worker may spend on one event.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { documentSchema } from '../../src/contract/entities/documents/document.ts';
import { makeSmallDocuments } from '../browser/support/small-documents.ts';
import { BenchSite } from '../bench/uploads/bench-site.ts';
import { PASSWORD } from '../server/support/test-server.ts';
import { until } from '../support/until.ts';
import { PlainChromium, type PlainPage } from './plain-chromium.ts';

/** Bytes that are sent after this many milliseconds of silence count as a new start. */
const SILENCE_MS = 5000;

const { values } = parseArgs({ options: { megabytes: { type: 'string' }, rate: { type: 'string' } } });
const fileBytes = Number(values.megabytes ?? 150) * 1e6;
const bytesPerSecond = Number(values.rate ?? 300) * 1000;
/** How many milliseconds to wait after the document exists. A second one would appear within this time. */
const AFTERWARDS_MS = 10_000;
/** The service worker may pause for minutes, because the browser decides when to start it again. */
const patienceMs = (4 * fileBytes * 1000) / bytesPerSecond + 900_000;

const site = await BenchSite.start();
const documents = await makeSmallDocuments();
const browser = await PlainChromium.start();
try {
  process.exitCode = (await uploadWithoutTab()) ? 0 : 1;
} finally {
  await browser.close();
  await documents.remove();
  await site.stop();
}
process.exit();

async function uploadWithoutTab(): Promise<boolean> {
  const [person] = await site.server.addMembers(1);
  if (!person) throw new Error('There is no person to upload.');
  const made = await person.client.post('/transactions/transaction', { name: 'Project Alder' });
  const deal: string = made.body.uuid;
  const page = await browser.open(`${site.url}/login`);
  await signIn(page, person.email);
  await page.evaluate(`location.href = '/transaction/${deal}/checklist'`);
  const path = await documents.largePdf(fileBytes);
  await chooseFile(page, path);
  await site.store.sent(site.store.sentSoFar() + 500_000);
  await page.close();

  const closedAt = performance.now();
  console.log(`The only tab is closed. ${inMegabytes(site.store.sentSoFar())} have been sent.`);
  const hashes = async () => {
    const { body } = await person.client.get(`/transactions/document?transaction=${deal}`);
    return z
      .array(documentSchema)
      .parse(body)
      .map(({ sha256 }) => sha256);
  };
  const stopWatching = watchWire(closedAt);
  const arrived = await until(
    'the document is on the server',
    async () => (await hashes()).length > 0,
    patienceMs,
  ).then(
    () => true,
    () => false,
  );
  stopWatching();
  const seconds = ((performance.now() - closedAt) / 1000).toFixed(0);
  console.log(arrived ? `The document exists after ${seconds} s.` : `No document after ${seconds} s.`);
  if (!arrived) return false;
  await pause(AFTERWARDS_MS);
  const [first, ...others] = await hashes();
  if (others.length > 0) console.log(`There are ${others.length + 1} documents.`);
  const isWhole = first === (await documents.hashOf(path));
  if (!isWhole) console.log('Its bytes differ from the file.');
  return isWhole && others.length === 0;
}

async function signIn(page: PlainPage, email: string): Promise<void> {
  await shows(page, `document.querySelector('[name=password]')`);
  await page.evaluate(`{
    document.querySelector('[name=email]').value = ${JSON.stringify(email)};
    document.querySelector('[name=password]').value = ${JSON.stringify(PASSWORD)};
    document.querySelector('form').requestSubmit();
  }`);
  await shows(page, `!location.pathname.startsWith('/login')`);
  await shows(page, 'navigator.serviceWorker.controller');
}

async function chooseFile(page: PlainPage, path: string): Promise<void> {
  site.store.slowTo(bytesPerSecond);
  const toggle = `document.querySelector('[aria-label="Upload Queue"] button')`;
  await shows(page, toggle);
  await page.evaluate(`${toggle}.click()`);
  await shows(page, `document.querySelector('#upload-queue input[type=file]')`);
  await page.chooseFiles('#upload-queue input[type=file]', [path]);
}

async function shows(page: PlainPage, expression: string): Promise<void> {
  await until(`the page shows ${expression}`, async () => (await page.evaluate(`!!${expression}`)) === true);
}

/** Prints each silence on the connection when it ends. */
function watchWire(closedAt: number): () => void {
  let [sent, changedAt] = [site.store.sentSoFar(), performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    if (site.store.sentSoFar() === sent) return;
    if (now - changedAt > SILENCE_MS)
      console.log(`${at(changedAt)}–${at(now)}: nothing was sent, ${inMegabytes(sent)} in total.`);
    [sent, changedAt] = [site.store.sentSoFar(), now];
  }, 200);
  const at = (time: number) => `${((time - closedAt) / 1000).toFixed(0)} s`;
  return () => {
    console.log(`${at(changedAt)}: the last byte was sent, ${inMegabytes(sent)} in total.`);
    clearInterval(timer);
  };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

import type { Page } from 'playwright-core';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import type { UploadSetting } from './bench-site.ts';
import { dropMany, dropOnBarePage, makeFiles, SHORTEST_EVENT } from './drop-files.ts';

const UPLOADS = 6;
const UPLOAD_BYTES = 12_000_000;
/** The speed of each connection, in bytes per second. */
const RATE = 500_000;
const CALLS = 60;
const FILES = 200;

/** Measures the responsiveness of the page and the API while six files are uploading. */
export async function measureWhileUploading({ site, documents, runs }: UploadSetting): Promise<BenchRow> {
  const small = await makeFiles(FILES, async (at) => documents.largePdf(1500, `Exhibit ${at}.pdf`));
  const large = await makeFiles(UPLOADS, async (at) => documents.largePdf(UPLOAD_BYTES, `Bundle ${at}.pdf`));
  const added: number[] = [];
  const alone: number[] = [];
  const beside: number[] = [];
  const tasks: number[] = [];
  const interactions: number[] = [];
  const bareTasks: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await site.onNewDevice(async ({ device, page, deal }) => {
      const without = await timeCalls(page, deal);
      site.store.slowTo(RATE);
      const before = site.store.sentSoFar();
      await device.picker(page).setInputFiles(large);
      await site.store.sent(before + UPLOADS * 65_536);
      const within = await timeCalls(page, deal);
      if (site.store.sentSoFar() - before >= UPLOADS * UPLOAD_BYTES)
        throw new Error('The uploads were over before the calls were.');
      alone.push(quantile(without, 0.95));
      beside.push(quantile(within, 0.95));
      added.push(quantile(within, 0.95) - quantile(without, 0.95));
      const { longestTask, inp } = await dropMany(page, small, FILES + UPLOADS);
      tasks.push(longestTask);
      interactions.push(inp);
      bareTasks.push(await dropOnBarePage(page, small));
    });
  }
  return {
    title: 'With six uploads running',
    measures: `Uploads six files of ${UPLOAD_BYTES / 1e6} MB, each over a connection of ${RATE / 1e6} MB/s. API: the page requests the deal’s elements ${CALLS} times, one request after another, before the uploads and then while their bytes are being sent. The steps before and after the bytes (hash, presign, create) are not included. Adding: ${FILES} more files are dropped at once in the meantime. Until all are in the queue: the longest task of the page, and the longest time from a click (on “Select all”, 20 times) to the frame that shows its effect.`,
    goals: [
      atMost('API calls p95: at most 50 ms more', quantile(added, 0.5), 50, 'ms'),
      atMost('200 files: no task over 100 ms', Math.max(...tasks), 100, 'ms'),
      atMost('200 files: INP ≤ 200 ms', Math.max(...interactions), 200, 'ms'),
    ],
    head: ['', 'ms'],
    lines: [
      ['API call p95, without uploads', spreadCell(alone)],
      ['API call p95, with six', spreadCell(beside)],
      ['longest task while 200 files are added', spreadCell(tasks)],
      ['the same drop on an empty page, longest task', spreadCell(bareTasks)],
      ['interaction to next paint meanwhile', spreadCell(interactions)],
    ],
    notes: [
      `The browser does not report tasks under 50 ms and interactions under ${SHORTEST_EVENT} ms; ${inDigits(0)} means that none was longer.`,
    ],
  };
}

async function timeCalls(page: Page, deal: string): Promise<number[]> {
  return page.evaluate(
    async ([transaction, calls, version]) => {
      const took: number[] = [];
      for (let call = 0; call < calls; call += 1) {
        const began = performance.now();
        const answer = await fetch(`/api/transactions/element?transaction=${transaction}`, {
          headers: { 'x-counterpart': String(version) },
          cache: 'no-store',
        });
        await answer.text();
        if (!answer.ok) throw new Error(`The call was answered ${answer.status}.`);
        took.push(performance.now() - began);
      }
      return took;
    },
    [deal, CALLS, CONTRACT_VERSION] as const,
  );
}

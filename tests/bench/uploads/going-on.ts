import { atMost, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { documentsThere, type UploadSetting } from './bench-site.ts';

const FILE_BYTES = 20_000_000;
const RATE = 4_000_000;
/** The bytes that are sent before the upload is interrupted: more than the first chunk. */
const GONE = 8_000_000;
/** The size in bytes of the shortest chunk on a fast connection, which is the first one. */
const CHUNK = 1024 * 1024;

/** Measures how an upload continues after an interruption: a reload, a closed tab, a network cut. */
export async function measureGoingOn(setting: UploadSetting): Promise<BenchRow> {
  const { site, documents, runs } = setting;
  const path = await documents.largePdf(FILE_BYTES);
  const size = await documents.sizeOf(path);
  const reload: number[] = [];
  const takeover: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    reload.push(
      await interrupted(setting, path, async ({ page }) => {
        const next = site.store.nextConnection();
        const began = performance.now();
        await page.reload({ waitUntil: 'commit' });
        return (await next) - began;
      }),
    );
    takeover.push(
      await interrupted(setting, path, async ({ device }) => {
        const next = site.store.nextConnection();
        const began = performance.now();
        await device.closeTabs();
        return (await next) - began;
      }),
    );
    again.push(
      await interrupted(setting, path, async ({ person, deal, before }) => {
        await site.store.cut();
        await site.store.restore();
        await documentsThere(person, deal, 1);
        return site.store.sentSoFar() - before - size;
      }),
    );
  }
  return {
    title: 'An interrupted upload',
    measures: `A file of ${(size / 1e6).toFixed(0)} MB is uploading at ${RATE / 1e6} MB/s, and ${GONE / 1e6} MB have been sent. Reload: from the reload until the new page sends its first byte. Takeover: from closing the only tab until the service worker sends its first byte. Cut: every connection to the store breaks, and new ones are possible at once; the bytes sent in total, headers included, beyond the length of the file.`,
    goals: [
      atMost('reload to first byte ≤ 1 s', quantile(reload, 0.5), 1000, 'ms'),
      atMost('tab closed to first byte ≤ 2 s', quantile(takeover, 0.5), 2000, 'ms'),
      atMost('sent again after a cut: at most one chunk (1 MiB)', Math.max(...again), CHUNK, 'bytes'),
    ],
    head: ['', 'result'],
    lines: [
      ['reload to first byte, ms', spreadCell(reload)],
      ['tab closed to first byte, ms', spreadCell(takeover)],
      ['sent beyond the file’s length after a cut, bytes', spreadCell(again)],
    ],
    notes: [
      'The service worker waits one second before it takes over, because a page that only reloads is back by then.',
    ],
  };
}

type Desk = Parameters<Parameters<UploadSetting['site']['onNewDevice']>[0]>[0];

/** Starts an upload and waits until it is in progress. `before`: the bytes sent before it began. */
async function interrupted(
  { site }: UploadSetting,
  path: string,
  interrupt: (desk: Desk & { before: number }) => Promise<number>,
): Promise<number> {
  return site.onNewDevice(async (desk) => {
    site.store.slowTo(RATE);
    const before = site.store.sentSoFar();
    await desk.device.picker(desk.page).setInputFiles(path);
    await site.store.sent(before + GONE);
    return interrupt({ ...desk, before });
  });
}

import { makeSmallDocuments } from '../../browser/support/small-documents.ts';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { BenchSite } from '../uploads/bench-site.ts';
import { dropMany, dropOnBarePage, makeFiles } from '../uploads/drop-files.ts';
import type { AppSetting } from './app-site.ts';

const FILES = 200;

/**
 * Drops 200 files on the upload queue at once. This benchmark has its own server, which converts the files.
 */
export async function measureDrop({ runs }: Pick<AppSetting, 'runs'>): Promise<BenchRow> {
  const ours: number[] = [];
  const bare: number[] = [];
  const documents = await makeSmallDocuments();
  const site = await BenchSite.start();
  try {
    const files = await makeFiles(FILES, async (at) => documents.largePdf(1500, `Exhibit ${at}.pdf`));
    for (let run = 0; run < runs; run += 1)
      await site.onNewDevice(async ({ page }) => {
        ours.push((await dropMany(page, files, FILES)).longestTask);
        bare.push(await dropOnBarePage(page, files));
      });
  } finally {
    await site.stop();
    await documents.remove();
  }
  const line = (words: string, tasks: readonly number[]): string[] => [
    words,
    spreadCell(tasks),
    inDigits(Math.max(...tasks)),
  ];
  return {
    title: `Dropping ${FILES} files on the upload queue`,
    measures: `Drops ${FILES} small PDF files on an empty upload queue at once, once per round. Measures the longest task of the page’s main thread until all of them are in the queue. Their uploads start during that time. \`npm run bench uploads\` measures the same while six large files are uploading.`,
    goals: [atMost('no task over 100 ms', Math.max(...ours), 100, 'ms (the longest of all)')],
    head: ['', 'longest task, ms', 'longest of all, ms'],
    lines: [line('Counterpart', ours), line('limit: the same drop on an empty page', bare)],
    notes: [`The browser does not report tasks under 50 ms; ${inDigits(0)} means that no task was longer.`],
  };
}

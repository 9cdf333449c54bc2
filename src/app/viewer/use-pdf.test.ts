import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import type { OpenPdf } from './pdfjs.ts';
import { readPdf, type Reading } from './use-pdf.ts';

const letter = { width: 612, height: 792 };
const wide = { width: 1224, height: 792 };

/** What stands in the place of pdf.js: a PDF of 120 pages, the third of them wide. */
const reader = vi.hoisted(() => ({
  progress: (_share: number): void => undefined,
  open: (): void => undefined,
  fail: (_error: Error): void => undefined,
  allHere: (): void => undefined,
  asked: [] as number[],
}));

vi.mock('./pdfjs.ts', () => ({
  openPdf: (_file: unknown, onProgress: (share: number) => void) => {
    reader.progress = onProgress;
    const pdf: Partial<OpenPdf> = {
      numPages: 120,
      sizeOf: async (page) => {
        reader.asked.push(page);
        return page === 3 ? wide : letter;
      },
      whole: async () => new Promise<void>((resolve) => (reader.allHere = resolve)),
    };
    return {
      pdf: new Promise((resolve, reject) => {
        reader.open = () => resolve(pdf);
        reader.fail = reject;
      }),
      close: () => undefined,
    };
  },
  pdfFailure: () => 'damaged',
}));

const closed = new AbortController();
afterEach(() => void (reader.asked = []));

async function startReading(): Promise<Reading[]> {
  const told: Reading[] = [];
  void readPdf({ url: '/pdf', size: 60_000_000 }, closed.signal, (reading) => told.push(reading));
  const before = reader.progress;
  await until('it is asked for', () => reader.progress !== before);
  return told;
}

function sizesIn(told: readonly Reading[]) {
  const last = told.at(-1);
  return last?.kind === 'open' ? last.sizes : [];
}

it('a large file stays open while the rest of it loads', async () => {
  const told = await startReading();
  reader.progress(0.1);
  expect(told).toEqual([{ kind: 'loading', share: 0.1 }]);
  reader.open();
  await until('it is open', () => told.at(-1)?.kind === 'open');
  reader.progress(0.2);
  expect(told.at(-1)?.kind).toBe('open');
});

it('how large pages are is asked of those that are drawn, and of all once the file is here', async () => {
  const told = await startReading();
  reader.open();
  await until('it is open', () => told.at(-1)?.kind === 'open');
  expect(sizesIn(told)).toHaveLength(120);
  expect(reader.asked).toEqual([1]);
  const open = told.at(-1);
  if (open?.kind === 'open') open.learn(3);
  await until('the wide page is known', () => sizesIn(told)[2]?.width === wide.width);
  expect(reader.asked).toEqual([1, 3]);
  reader.allHere();
  await until('all have been asked for', () => reader.asked.includes(120));
});

it('what cannot be opened is told as what it is', async () => {
  const told = await startReading();
  reader.fail(new Error('no PDF'));
  await until('it has failed', () => told.length > 0);
  expect(told).toEqual([{ kind: 'failed', failure: 'damaged' }]);
});

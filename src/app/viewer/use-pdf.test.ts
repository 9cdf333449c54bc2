import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import type { OpenPdf } from './pdfjs.ts';
import { readPdf, type Reading } from './use-pdf.ts';

const letter = { width: 612, height: 792 };
const wide = { width: 1224, height: 792 };

/** Replaces pdf.js with a PDF of 120 pages. The third page is wide. */
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
  const states: Reading[] = [];
  void readPdf({ url: '/pdf', size: 60_000_000 }, closed.signal, (reading) => states.push(reading));
  const before = reader.progress;
  await until('it is asked for', () => reader.progress !== before);
  return states;
}

function sizesIn(states: readonly Reading[]) {
  const last = states.at(-1);
  return last?.kind === 'open' ? last.sizes : [];
}

it('keeps a large file open while the rest of it loads', async () => {
  const states = await startReading();
  reader.progress(0.1);
  expect(states).toEqual([{ kind: 'loading', share: 0.1 }]);
  reader.open();
  await until('it is open', () => states.at(-1)?.kind === 'open');
  reader.progress(0.2);
  expect(states.at(-1)?.kind).toBe('open');
});

it('reads the size of a page when it is drawn, and of all pages once the file has loaded', async () => {
  const states = await startReading();
  reader.open();
  await until('it is open', () => states.at(-1)?.kind === 'open');
  expect(sizesIn(states)).toHaveLength(120);
  expect(reader.asked).toEqual([1]);
  const open = states.at(-1);
  if (open?.kind === 'open') open.learn(3);
  await until('the wide page is known', () => sizesIn(states)[2]?.width === wide.width);
  expect(reader.asked).toEqual([1, 3]);
  reader.allHere();
  await until('all have been asked for', () => reader.asked.includes(120));
});

it('reports why a file cannot be opened', async () => {
  const states = await startReading();
  reader.fail(new Error('no PDF'));
  await until('it has failed', () => states.length > 0);
  expect(states).toEqual([{ kind: 'failed', failure: 'damaged' }]);
});

import { expect, test } from 'vitest';
import { inBatches } from './write-document.ts';

const MEGABYTE = 1024 * 1024;
const SHEET = { width: 612, height: 792, rules: [], fields: [], blocks: [], codes: [], runs: [] };

/**
 * Returns the keys of the PDFs underneath pages that are drawn at once. A key is the PDF's size in megabytes and a letter; ''
 * has none.
 */
async function batchesOf(keys: readonly string[]): Promise<string[][]> {
  const sizes = new Map<number, string>();
  const pdfs = {
    read: async (key: string) => {
      const pdf = new Uint8Array(
        Number.parseInt(key, 10) * MEGABYTE + (key.codePointAt(key.length - 1) ?? 0),
      );
      sizes.set(pdf.byteLength, key);
      return pdf;
    },
  };
  const drawn = keys.map((key) => ({ sheet: { ...SHEET }, under: key === '' ? null : { key, page: 0 } }));
  const batches = [];
  for await (const { sheets, under } of inBatches(drawn, pdfs))
    batches.push(sheets.map((sheet) => sizes.get(under.get(sheet)?.pdf.byteLength ?? 0) ?? ''));
  return batches;
}

test('the stored PDFs of pages that are drawn together total at most 64 MB, unless a single one is larger', async () => {
  expect(await batchesOf(['30a', '30a', '30b', '30c', '', '20d', '80e', '1f'])).toEqual([
    ['30a', '30a', '30b'],
    ['30c', '', '20d'],
    ['80e'],
    ['1f'],
  ]);
});

test('at most 25 pages are drawn at once', async () => {
  const batches = await batchesOf(Array.from({ length: 60 }, () => '1a'));
  expect(batches.map(({ length }) => length)).toEqual([25, 25, 10]);
  expect(await batchesOf([])).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryOf } from '../../../tests/bench/signing/memory-of.ts';
import { pdfsigFile } from '../../../tests/support/signing/verifiers.ts';
import { joinPdfs } from '../../convert/pages/join-pdfs.ts';
import { makeCertificate } from './make-certificate.ts';
import { sealFile } from './seal-pdf.ts';
import { privateKeyOf } from './sign-cms.ts';
import { stampFile } from './stamp-pdf.ts';

const PAGES = 60;
const PICTURE_BYTES = 5_000_000;

let folder: string;
let large: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterpart-large-'));
  large = join(folder, 'large.pdf');
  await pipeline(largePdf(), createWriteStream(large));
}, 120_000);
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** A PDF of 300 MB: each page has a picture that can't be compressed. */
function* largePdf(): Generator<Buffer> {
  const offsets: number[] = [];
  let at = 0;
  const text = (piece: string) => {
    const bytes = Buffer.from(piece, 'latin1');
    at += bytes.length;
    return bytes;
  };
  const object = (number: number, content: string) => {
    offsets[number] = at;
    return text(`${number} 0 obj ${content} endobj\n`);
  };
  yield text('%PDF-1.7\n');
  yield object(1, '<</Type/Catalog/Pages 2 0 R>>');
  const pages = Array.from({ length: PAGES }, (_, page) => 3 + 2 * page);
  yield object(2, `<</Type/Pages/Count ${PAGES}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`);
  for (const page of pages) {
    const resources = `<</XObject<</Picture ${page + 1} 0 R>>>>`;
    yield object(page, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${resources}>>`);
    offsets[page + 1] = at;
    const picture = `/Type/XObject/Subtype/Image/Width 2000/Height 2500/ColorSpace/DeviceGray/BitsPerComponent 8`;
    // PDFium would compress it if it were plain.
    yield text(`${page + 1} 0 obj <<${picture}/Filter/DCTDecode/Length ${PICTURE_BYTES}>> stream\n`);
    at += PICTURE_BYTES;
    yield randomBytes(PICTURE_BYTES);
    yield text('\nendstream endobj\n');
  }
  const table = at;
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  yield text(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`);
  yield text(`trailer <</Size ${offsets.length}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
}

/** Returns how many more megabytes a piece of work needs at most than there were in use before, with its child processes and without. */
async function memoryFor(work: () => Promise<unknown>): Promise<{ own: number; all: number }> {
  const own = () => process.memoryUsage().rss / 1_000_000;
  const [ownBefore, allBefore] = [own(), await memoryOf(process.pid)];
  const most = { own: 0, all: 0 };
  const ending = new AbortController();
  const working = work().finally(() => ending.abort());
  while (!ending.signal.aborted) {
    most.own = Math.max(most.own, own() - ownBefore);
    most.all = Math.max(most.all, (await memoryOf(process.pid)) - allBefore);
  }
  await working;
  return most;
}

test('a PDF of 300 MB is sealed and stamped on disk, and its seal is valid to pdfsig', async () => {
  const { size } = await stat(large);
  expect(size).toBeGreaterThan(300_000_000);
  const { privateKey, certificate } = makeCertificate('Counterpart at deals.firm.test', new Date());
  const key = { privateKey: privateKeyOf(privateKey), certificate, chain: [] };
  const seal = { key, at: new Date(), stamp: async () => null, reason: 'Line 4' };
  const sealed = join(folder, 'sealed.pdf');
  await pipeline(createReadStream(large), createWriteStream(sealed));
  const memory = await memoryFor(async () => {
    await sealFile(sealed, seal, { workRoot: folder });
    expect(await stampFile(sealed, async () => null)).toBe(false);
  });
  expect(memory.own).toBeLessThan(100);
  expect(memory.all).toBeLessThan(200);
  const seen = await pdfsigFile(sealed);
  expect(seen).toContain('Signature Validation: Signature is Valid.');
  expect(seen).toContain('Total document signed');
  const file = await open(sealed, 'r+');
  await file.write(Buffer.from('!'), 0, 1, 150_000_000);
  await file.close();
  expect(await pdfsigFile(sealed)).toContain('Signature Validation: Digest Mismatch.');
}, 180_000);

test('a PDF of 300 MB is joined with other pages in another process, which needs a little more than twice as much memory', async () => {
  const other = join(folder, 'other.pdf');
  const page = await PDFDocument.create();
  page.addPage();
  await writeFile(other, await page.save());
  const joined = join(folder, 'joined.pdf');
  const ranges = [{ file: 0, from: 1, to: 1 }, { file: 1 }, { file: 0, from: 2, to: PAGES }];
  const memory = await memoryFor(async () => {
    const { pages, size } = await joinPdfs([large, other], ranges, joined, { workRoot: folder });
    expect(pages).toBe(PAGES + 1);
    expect(size).toBeGreaterThan(300_000_000);
  });
  expect(memory.own).toBeLessThan(100);
  expect(memory.all).toBeLessThan(800);
}, 180_000);

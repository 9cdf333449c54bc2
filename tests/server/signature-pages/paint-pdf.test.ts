import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openServerFonts } from '../../../server/signing/page-fonts.ts';
import { paintPdf } from '../../../server/signing/paint-pdf.ts';
import { layoutWithFonts } from '../../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { fonts, layOut } from './page-engine.ts';
import { alpha, beta, human, jane, signer } from './sample-signers.ts';

const CODE = 'CP-ABCDEFGH23456777';

async function paint(options: Parameters<typeof layOut>[0], scale = 1) {
  const { sheets } = await layOut(options);
  const pdf = await paintPdf(sheets, fonts, { title: 'Signature pages', date: new Date(0) });
  return { pdf, pages: await seePdf(pdf, scale) };
}

test('the text of a page can be read back from the PDF, line by line', async () => {
  const { pages } = await paint({ signers: [alpha, beta, jane] });
  expect(pages.map(({ text }) => text.split('\n').map((line) => line.trim()))).toEqual([
    [
      'IN WITNESS WHEREOF, the parties have executed this Confidentiality Agreement as of the',
      'date first written above.',
      'ALPHA CAPITAL GROUP, L.P.,',
      'a Delaware limited partnership',
      'By: Alpha Capital Corp.,',
      'its general partner',
      'By:',
      'Name: James A. Mitarotonda',
      'Title: President and CEO',
      'BARINGTON COMPANIES MANAGEMENT, LLC',
      'By:',
      'Name: Étienne Łukasz',
      'Title: Managing Member',
      'Jane Roe',
      '[Signature Page to Confidentiality Agreement]',
    ],
  ]);
});

test('Arabic, Hebrew and Chinese can be read back, even letters that share a shape', async () => {
  const names = ['شركة الخليج للاستثمار', 'חברת אלפא בע״מ', '北京长城科技有限责任公司'];
  const { pages } = await paint({
    signers: names.map((name) => signer(name, human('محمد بن سلمان', 'مدير'))),
  });
  const text = pages.map((page) => page.text).join('\n');
  for (const name of [...names, 'محمد بن سلمان', 'مدير']) expect(text).toContain(name);
});

test('a letter’s dots are drawn, not only read back', async () => {
  const { pages } = await paint({ signers: [signer('ش', human('x', 'y'))] }, 4);
  const plain = await paint({ signers: [signer('س', human('x', 'y'))] }, 4);
  const ink = (page: (typeof pages)[number] | undefined) =>
    page?.gray.filter((value) => value < 128).length ?? 0;
  expect(ink(pages[0])).toBeGreaterThan(ink(plain.pages[0]) + 20);
});

test('both codes of a sheet can be scanned', async () => {
  const { pages } = await paint({ signers: [alpha], code: CODE }, 2);
  const [page] = pages;
  if (!page) throw new Error('There is no page.');
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
  });
  const data = new Uint8ClampedArray(page.columns * page.rows * 4);
  page.gray.forEach((value, at) => data.set([value, value, value, 255], at * 4));
  const image = { data, width: page.columns, height: page.rows, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image, { formats: ['QRCode'] });
  expect(found.map(({ text, ecLevel }) => [text, ecLevel])).toEqual([
    [CODE, 'H'],
    [CODE, 'H'],
  ]);
  expect(page.text.replaceAll(/\s/g, '')).toContain(CODE);
});

test('different subsets of a font have different names, so that PDFs can be joined', async () => {
  const named = async (signers: PageSigner[]) => {
    const { pdf } = await paint({ signers });
    const names: string[] = [];
    for (const [, object] of (await PDFDocument.load(pdf)).context.enumerateIndirectObjects()) {
      const name = object instanceof PDFDict ? object.get(PDFName.of('BaseFont')) : undefined;
      if (name) names.push(String(name));
    }
    return new Set(names);
  };
  const [one, other] = [await named([alpha]), await named([beta])];
  expect([...one][0]).toMatch(/^\/[A-Z]{6}\+Tinos-Regular$/);
  expect(new Set([...one, ...other]).size).toBe(2);
});

test('the PDF has the right page size and only the glyphs it uses', async () => {
  const { pdf, pages } = await paint({ signers: [alpha], paper: 'a4' });
  expect(pages[0]?.width).toBeCloseTo(595.28, 1);
  expect(pages[0]?.height).toBeCloseTo(841.89, 1);
  expect(pdf.length).toBeLessThan(40_000);
});

test('the same page gives the same bytes, even in another process', async () => {
  const { pdf } = await paint({ signers: [alpha, signer('شركة', human('北京', 'y'))], code: CODE });
  const fresh = await openServerFonts();
  const page = { design: newPageDesign(), paper: 'letter' as const, code: null };
  // Text that was laid out before must make no difference.
  await layoutWithFonts(page, [beta, signer('س ب', human('京北', 'y'))], {}, fresh.fonts, fresh.load);
  const { sheets } = await layoutWithFonts(
    { ...page, code: CODE },
    [alpha, signer('شركة', human('北京', 'y'))],
    { document_name: 'Confidentiality Agreement' },
    fresh.fonts,
    fresh.load,
  );
  const again = await paintPdf(sheets, fresh.fonts, { title: 'Signature pages', date: new Date(0) });
  expect(Buffer.from(again).equals(Buffer.from(pdf))).toBe(true);
});

test('glyphs that were drawn before make no difference to the text that is read back', async () => {
  const page = { design: newPageDesign(), paper: 'letter' as const, code: null };
  const signers = [signer('شركة الخليج للاستثمار', human('محمد بن سلمان', 'مدير'))];
  const drawnBefore = await openServerFonts();
  const arabic = drawnBefore.fonts.faces
    .filter(({ id }) => id.startsWith('noto-naskh-arabic'))
    .map(({ id }) => id);
  await drawnBefore.load(arabic);
  for (const face of arabic)
    for (let glyph = 0; glyph < drawnBefore.fonts.fontOf(face).numGlyphs; glyph += 1)
      drawnBefore.fonts.outline(face, glyph);
  const { sheets } = await layoutWithFonts(page, signers, {}, drawnBefore.fonts, drawnBefore.load);
  const [seen] = await seePdf(await paintPdf(sheets, drawnBefore.fonts, { title: '', date: new Date(0) }), 1);
  for (const name of ['شركة الخليج للاستثمار', 'محمد بن سلمان', 'مدير']) expect(seen?.text).toContain(name);
});

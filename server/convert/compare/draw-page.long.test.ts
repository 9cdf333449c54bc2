import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from '@cantoo/fontkit';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBytes, openPdfium } from '../pdfium-file.ts';
import { changedAreas, type Area, type PagePicture } from './compare-pictures.ts';
import { drawPage } from './draw-page.ts';

const FACE = '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf';
/** Small print, in points. */
const SIZE = 10;

let pdfium: WrappedPdfiumModule;
beforeAll(async () => {
  pdfium = await openPdfium();
});

/** A page with its text drawn as outlines, as printer drivers and some converters do. */
async function outlined(text: string): Promise<Buffer> {
  const font = create(await readFile(fileURLToPath(import.meta.resolve(FACE))));
  if (!('layout' in font)) throw new Error(`${FACE} holds several fonts.`);
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const scale = SIZE / font.unitsPerEm;
  let x = 72;
  for (const glyph of font.layout(text).glyphs) {
    page.drawSvgPath(glyph.path.scale(1, -1).toSVG(), { x, y: 500, scale, color: rgb(0, 0, 0) });
    x += glyph.advanceWidth * scale;
  }
  return Buffer.from(await pdf.save());
}

/** The same page as a scanner or "print to picture" would produce it, without loss. */
async function photographed(text: string): Promise<Buffer> {
  const { data, width, height } = draw(await outlined(text));
  const raw = { width, height, channels: 4 } as const;
  const png = await sharp(data, { raw }).removeAlpha().png().toBuffer();
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedPng(png);
  pdf.addPage([612, 792]).drawImage(picture, { x: 0, y: 0, width: 612, height: 792 });
  return Buffer.from(await pdf.save());
}

function draw(bytes: Buffer): PagePicture {
  const pdf = openBytes(pdfium, bytes);
  const page = pdfium.FPDF_LoadPage(pdf, 0);
  const picture = drawPage(pdfium, page);
  pdfium.FPDF_ClosePage(page);
  pdfium.FPDF_CloseDocument(pdf);
  return picture;
}

const compare = (before: Buffer, after: Buffer): Area[] => changedAreas(draw(before), draw(after));

describe('a page without words', () => {
  test.each([
    ['1,000', '1.000'],
    ['$3,000,000', '$8,000,000'],
    ['5 days', '6 days'],
    ['1', 'l'],
  ])('shows that “%s” has become “%s”, drawn as outlines or as a picture', async (before, after) => {
    for (const make of [outlined, photographed]) {
      const areas = compare(await make(before), await make(after));
      expect(areas.length, make.name).toBeGreaterThan(0);
      expect(areas[0]?.y).toBeGreaterThan(0.3);
      expect(areas[0]?.height).toBeLessThan(0.1);
    }
  });

  test('looks the same if the same text is drawn again', async () => {
    for (const make of [outlined, photographed])
      expect(compare(await make('1,000'), await make('1,000')), make.name).toEqual([]);
  });
});

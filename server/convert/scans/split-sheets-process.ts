import { writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { matrixOf, openBytes, openPdfium, savePdf } from '../pdfium-file.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import { drawPage, withCopiedPage } from './copied-scan-page.ts';
import type { Pixels } from './find-codes.ts';
import { isEmpty } from './is-empty.ts';
import { pictureAsPage } from './picture-as-page.ts';
import { scaleOf } from './plan-parts.ts';
import { openScan } from './scan-source.ts';
import { partPdfName, partPictureName, type ScannedPage } from './scanned-pages.ts';
import { splitRequestSchema, type SplitRequest } from './split-request.ts';

// Runs in a separate process, which split-sheets.ts starts.

type Module = WrappedPdfiumModule;
type Part = SplitRequest['parts'][number];
type CutPage = Pick<ScannedPage, 'matrix' | 'isBlank'>;

/** Pixels per point of the sheet: 300 per inch, because two pages on a sheet are printed small. */
const SCALE = 300 / 72;
const PICTURE_SIDE = 1500;
const WEBP_QUALITY = 60;
const JPEG_QUALITY = 88;

async function split(pdfium: Module, asked: unknown): Promise<CutPage[]> {
  const { page, turns, parts } = splitRequestSchema.parse(asked);
  const source = await openScan(pdfium);
  const drawn = await withCopiedPage(pdfium, source, page, async (_copy, handle) => {
    pdfium.FPDFPage_SetRotation(handle, (pdfium.FPDFPage_GetRotation(handle) + turns) % 4);
    const size = { width: pdfium.FPDF_GetPageWidthF(handle), height: pdfium.FPDF_GetPageHeightF(handle) };
    const pixels = drawPage(pdfium, handle, size, SCALE);
    return pixels && { pixels, scale: pixels.width / size.width };
  });
  if (!drawn) throw new ReadingFailure('corrupt', `page ${page} can't be drawn`);
  const made = [];
  for (const [at, part] of parts.entries()) made.push(await cut(pdfium, drawn, part, { page, part: at + 1 }));
  return made;
}

async function cut(
  pdfium: Module,
  { pixels, scale }: { pixels: Pixels; scale: number },
  part: Part,
  place: { page: number; part: number },
): Promise<CutPage> {
  const straight = straighten(pixels, scale, part);
  const picture = sharp(straight.data, {
    raw: { width: straight.width, height: straight.height, channels: 3 },
  });
  const small = await picture
    .clone()
    .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, effort: 1 })
    .toBuffer();
  await writeFile(partPictureName(place.page, place.part), small);
  const jpeg = await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  const pdf = openBytes(pdfium, pictureAsPage(jpeg, straight, part));
  try {
    const handle = pdfium.FPDF_LoadPage(pdf, 0);
    const matrix = matrixOf(pdfium, handle, part);
    pdfium.FPDF_ClosePage(handle);
    savePdf(pdfium, pdf, partPdfName(place.page, place.part));
    return { matrix, isBlank: isEmpty(straight, 3) };
  } finally {
    pdfium.FPDF_CloseDocument(pdf);
  }
}

/** Returns the pixels of one page at its size on the sheet; white beyond the sheet's edges. */
function straighten(
  { data, width, height }: Pixels,
  scale: number,
  part: Part,
): { data: Uint8Array; width: number; height: number } {
  const [a, b, c, d, e, f] = part.fit;
  const density = scale * Math.max(scaleOf(part.fit), 0.01);
  const [columns, rows] = [part.width, part.height].map((side) => Math.max(1, Math.round(side * density)));
  const straight = {
    data: new Uint8Array((columns ?? 1) * (rows ?? 1) * 3),
    width: columns ?? 1,
    height: rows ?? 1,
  };
  for (let row = 0; row < straight.height; row += 1)
    for (let column = 0; column < straight.width; column += 1) {
      const [x, y] = [(column + 0.5) / density, (row + 0.5) / density];
      const u = (a * x + b * y + c) * scale - 0.5;
      const v = (d * x + e * y + f) * scale - 0.5;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const to = (row * straight.width + column) * 3;
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
        straight.data.fill(255, to, to + 3);
        continue;
      }
      const from = (top * width + left) * 4;
      const below = from + width * 4;
      const [right, down] = [u - left, v - top];
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = (1 - right) * (data[from + channel] ?? 255) + right * (data[from + 4 + channel] ?? 255);
        const lower =
          (1 - right) * (data[below + channel] ?? 255) + right * (data[below + 4 + channel] ?? 255);
        straight.data[to + channel] = (1 - down) * upper + down * lower;
      }
    }
  return straight;
}

await reportReading(openPdfium, split);

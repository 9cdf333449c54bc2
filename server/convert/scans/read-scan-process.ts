import { writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { SCANNED_PAGES_MAX, shortCodesIn } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { drawPage, withCopiedPage } from './copied-scan-page.ts';
import { findCodes, prepareCodes, type CodeInPixels, type Pixels } from './find-codes.ts';
import { matrixOf, openPdfium, savePdf } from '../pdfium-file.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import { openScan } from './scan-source.ts';
import { NO_PAGE, scanPdfName, scanPictureName, type Point, type ScannedPage } from './scanned-pages.ts';

// Runs as a process of its own, started by read-scan.ts.

type Module = WrappedPdfiumModule;

/** Pixels per point: 150 and 300 per inch. The second try takes longer, and finds codes that the first one misses. */
const FIRST_SCALE = 150 / 72;
const SECOND_SCALE = 300 / 72;
const PICTURE_SIDE = 1500;
const WEBP_QUALITY = 60;

const MOST_CHARACTERS = 30_000;

/** Darker than this is print or ink. */
const DARK = 150;
/** A blank page may have a few specks, and holes and shadows at its edges. */
const BLANK_SHARE = 0.0002;
const EDGE = 0.05;

async function read(pdfium: Module, request: unknown): Promise<{ numPages: number; pages: ScannedPage[] }> {
  const { from, count } = rangeIn(request);
  const source = await openScan(pdfium);
  const numPages = pdfium.FPDF_GetPageCount(source);
  if (numPages <= 0) throw new ReadingFailure('no_pages', `${numPages} pages`);
  if (numPages > SCANNED_PAGES_MAX) throw new ReadingFailure('too_many_pages', `${numPages} pages`);
  // Fields of forms get their appearance with this.
  pdfium.PDFiumExt_InitFormFillEnvironment(source, pdfium.PDFiumExt_OpenFormFillInfo());
  const pages: ScannedPage[] = [];
  for (let page = from; page < from + count && page <= numPages; page += 1)
    pages.push(await readPage(pdfium, source, page));
  return { numPages, pages };
}

function rangeIn(request: unknown): { from: number; count: number } {
  if (typeof request !== 'object' || request === null) throw new Error('The request has to name pages.');
  const { from, count } = { from: 0, count: 0, ...request };
  if (!Number.isInteger(from) || !Number.isInteger(count) || from < 1)
    throw new Error('The request has to name pages.');
  return { from, count };
}

async function readPage(pdfium: Module, source: number, page: number): Promise<ScannedPage> {
  const read = await withCopiedPage(pdfium, source, page, async (copy, handle) =>
    lookAt(pdfium, copy, handle, page),
  );
  return read ?? { ...NO_PAGE, page };
}

async function lookAt(pdfium: Module, pdf: number, handle: number, page: number): Promise<ScannedPage> {
  const [width, height] = [pdfium.FPDF_GetPageWidthF(handle), pdfium.FPDF_GetPageHeightF(handle)];
  const pixels = width > 0 && height > 0 ? drawPage(pdfium, handle, { width, height }, FIRST_SCALE) : null;
  if (!pixels) return { ...NO_PAGE, page };
  const isBlank = isEmpty(pixels);
  const found = isBlank ? { codes: [], scale: 1 } : await codesOn(pdfium, handle, { width, height }, pixels);
  const turns = turnsToUpright(found.codes);
  await writePicture(pixels, turns, page);
  pdfium.FPDFPage_SetRotation(handle, (pdfium.FPDFPage_GetRotation(handle) + turns) % 4);
  await savePdf(pdfium, pdf, scanPdfName(page));
  const shown = turns % 2 === 0 ? { width, height } : { width: height, height: width };
  const seen = new Set(found.codes.map(({ text }) => text));
  const inText = textCodes(pdfium, handle).filter((text) => !seen.has(text));
  return {
    page,
    ...shown,
    matrix: matrixOf(pdfium, handle, shown),
    turns,
    isBlank,
    isDrawn: true,
    codes: [
      ...found.codes.map(({ text, corners }) => ({
        text,
        by: 'code' as const,
        corners: corners.map(({ x, y }) =>
          upright({ x: x / found.scale, y: y / found.scale }, { width, height }, turns),
        ),
      })),
      ...inText.map((text) => ({ text, by: 'text' as const, corners: null })),
    ],
  };
}

/** Finds the codes on a page. A page without any is drawn larger, and looked at more closely. */
async function codesOn(
  pdfium: Module,
  handle: number,
  size: { width: number; height: number },
  pixels: Pixels,
): Promise<{ codes: CodeInPixels[]; scale: number }> {
  const first = await findCodes(pixels, { isHard: false });
  if (first.length > 0) return { codes: first, scale: pixels.width / size.width };
  const larger = drawPage(pdfium, handle, size, SECOND_SCALE);
  if (!larger) return { codes: [], scale: 1 };
  return { codes: await findCodes(larger, { isHard: true }), scale: larger.width / size.width };
}

function isEmpty({ data, width, height }: Pixels): boolean {
  const [left, top] = [Math.floor(width * EDGE), Math.floor(height * EDGE)];
  let dark = 0;
  for (let y = top; y < height - top; y += 1)
    for (let x = left; x < width - left; x += 1) if ((data[(y * width + x) * 4 + 1] ?? 255) < DARK) dark += 1;
  return dark < BLANK_SHARE * width * height;
}

/** Quarter turns clockwise after which the codes are upright. Pages without codes stay as they are. */
function turnsToUpright([first]: readonly CodeInPixels[]): number {
  if (!first) return 0;
  const [topLeft, topRight] = first.corners;
  const turned = Math.round(Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) / (Math.PI / 2));
  return (4 - turned) % 4;
}

/** Where a point is once the page was turned. */
function upright(
  { x, y }: Point,
  { width, height }: { width: number; height: number },
  turns: number,
): Point {
  if (turns === 1) return { x: height - y, y: x };
  if (turns === 2) return { x: width - x, y: height - y };
  return turns === 3 ? { x: y, y: width - x } : { x, y };
}

async function writePicture({ data, width, height }: Pixels, turns: number, page: number): Promise<void> {
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .rotate(turns * 90)
    .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, effort: 1 })
    .toBuffer();
  await writeFile(scanPictureName(page), bytes);
}

/** The short codes in the text of a page: what was printed from a PDF, or what a scanner recognized. */
function textCodes(pdfium: Module, page: number): string[] {
  const reader = pdfium.FPDFText_LoadPage(page);
  if (reader === 0) return [];
  const count = Math.min(pdfium.FPDFText_CountChars(reader), MOST_CHARACTERS);
  let text = '';
  for (let at = 0; at < count; at += 1)
    text += String.fromCodePoint(pdfium.FPDFText_GetUnicode(reader, at) || 0x20);
  pdfium.FPDFText_ClosePage(reader);
  return shortCodesIn(text);
}

async function prepare(): Promise<Module> {
  await prepareCodes();
  return openPdfium();
}

await reportReading(prepare, read);

import { writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { SCANNED_PAGES_MAX, shortCodesIn } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { drawPage, withCopiedPage } from './copied-scan-page.ts';
import { isEmpty } from './is-empty.ts';
import { findCodes, prepareCodes, type CodeInPixels, type Pixels } from './find-codes.ts';
import { matrixOf, openPdfium, savePdf } from '../pdfium-file.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import { openScan } from './scan-source.ts';
import {
  MOST_TEXT,
  NO_PAGE,
  scanPdfName,
  scanPictureName,
  type Point,
  type ScannedPage,
} from './scanned-pages.ts';

// Runs in a separate process, which read-scan.ts starts.

type Module = WrappedPdfiumModule;

/** The longer side of a page's picture in pixels, and at most this many pixels per point: 150 per inch. */
const PICTURE_SIDE = 1500;
const PICTURE_SCALE = 150 / 72;
const WEBP_QUALITY = 60;

/** Codes are looked for in the picture, so that most pages are drawn once. The second try takes longer, and finds what the first one misses. */
const SECOND_SCALE = 300 / 72;

const MOST_CHARACTERS = 30_000;

/** The side of a code: 16 mm in points. If it is smaller by more than a fifth, its page was printed on a sheet with others. */
const CODE_SIDE = (16 * 72) / 25.4;
const SMALL_SHARE = 0.8;

async function read(pdfium: Module, request: unknown): Promise<{ numPages: number; pages: ScannedPage[] }> {
  const { from, count } = rangeIn(request);
  const source = await openScan(pdfium);
  const numPages = pdfium.FPDF_GetPageCount(source);
  if (numPages <= 0) throw new ReadingFailure('no_pages', `${numPages} pages`);
  if (numPages > SCANNED_PAGES_MAX) throw new ReadingFailure('too_many_pages', `${numPages} pages`);
  // This gives form fields their appearance.
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
  const scale = Math.min(PICTURE_SCALE, PICTURE_SIDE / Math.max(width, height));
  const pixels = width > 0 && height > 0 ? drawPage(pdfium, handle, { width, height }, scale) : null;
  if (!pixels) return { ...NO_PAGE, page };
  const isBlank = isEmpty(pixels, 4);
  const found = isBlank ? { codes: [], scale: 1 } : await codesOn(pdfium, handle, { width, height }, pixels);
  const turns = turnsToUpright(found.codes);
  await writePicture(pixels, turns, page);
  pdfium.FPDFPage_SetRotation(handle, (pdfium.FPDFPage_GetRotation(handle) + turns) % 4);
  savePdf(pdfium, pdf, scanPdfName(page));
  const shown = turns % 2 === 0 ? { width, height } : { width: height, height: width };
  const seen = new Set(found.codes.map(({ text }) => text));
  const text = textOn(pdfium, handle);
  const inText = shortCodesIn(text).filter((code) => !seen.has(code));
  return {
    page,
    ...shown,
    matrix: matrixOf(pdfium, handle, shown),
    turns,
    isBlank,
    isDrawn: true,
    codes: [
      ...found.codes.map(({ text: code, corners }) => ({
        text: code,
        by: 'code' as const,
        corners: corners.map(({ x, y }) =>
          upright({ x: x / found.scale, y: y / found.scale }, { width, height }, turns),
        ),
      })),
      ...inText.map((code) => ({ text: code, by: 'text' as const, corners: null })),
    ],
    text: seen.size === 0 && inText.length === 0 ? text.slice(0, MOST_TEXT) : '',
  };
}

/**
 * Finds the codes on a page. A page without codes, or with pages whose codes may have been missed, is drawn larger and
 * searched more thoroughly.
 */
async function codesOn(
  pdfium: Module,
  handle: number,
  size: { width: number; height: number },
  pixels: Pixels,
): Promise<{ codes: CodeInPixels[]; scale: number }> {
  const first = await findCodes(pixels, { isHard: false });
  const found = { codes: first, scale: pixels.width / size.width };
  if (first.length > 0 && !mayMissSome(found)) return found;
  const larger = drawPage(pdfium, handle, size, SECOND_SCALE);
  if (!larger) return found;
  const codes = await findCodes(larger, { isHard: true });
  return codes.length > first.length ? { codes, scale: larger.width / size.width } : found;
}

/** Returns whether these codes are from a sheet with several pages that should have more of them, because each page has two. */
function mayMissSome({ codes, scale }: { codes: readonly CodeInPixels[]; scale: number }): boolean {
  const byText = Map.groupBy(codes, ({ text }) => text);
  const isSmall = codes.some(({ corners: [one, other] }) => {
    const side = Math.hypot(other.x - one.x, other.y - one.y) / scale;
    return side < SMALL_SHARE * CODE_SIDE;
  });
  return byText.size === 1 ? isSmall : [...byText.values()].some(({ length }) => length < 2);
}

/** Returns the number of clockwise quarter turns that make the codes upright. Pages without codes aren't turned. */
function turnsToUpright([first]: readonly CodeInPixels[]): number {
  if (!first) return 0;
  const [topLeft, topRight] = first.corners;
  const turned = Math.round(Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) / (Math.PI / 2));
  return (4 - turned) % 4;
}

/** Returns where a point is after the page was turned. */
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
  // Faster here than in sharp, which would treat the fourth byte as transparency.
  const colors = Buffer.allocUnsafe(width * height * 3);
  for (let to = 0, from = 0; to < colors.length; to += 3, from += 4) {
    colors[to] = data[from] ?? 0;
    colors[to + 1] = data[from + 1] ?? 0;
    colors[to + 2] = data[from + 2] ?? 0;
  }
  const bytes = await sharp(colors, { raw: { width, height, channels: 3 } })
    .rotate(turns * 90)
    .webp({ quality: WEBP_QUALITY, effort: 0 })
    .toBuffer();
  await writeFile(scanPictureName(page), bytes);
}

/** Returns the text of a page, printed from a PDF or recognized by a scanner. */
function textOn(pdfium: Module, page: number): string {
  const reader = pdfium.FPDFText_LoadPage(page);
  if (reader === 0) return '';
  const count = Math.min(pdfium.FPDFText_CountChars(reader), MOST_CHARACTERS);
  let text = '';
  for (let at = 0; at < count; at += 1)
    text += String.fromCodePoint(pdfium.FPDFText_GetUnicode(reader, at) || 0x20);
  pdfium.FPDFText_ClosePage(reader);
  return text;
}

async function prepare(): Promise<Module> {
  await prepareCodes();
  return openPdfium();
}

await reportReading(prepare, read);

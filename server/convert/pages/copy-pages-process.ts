import { writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { codeCorners } from '../../../src/contract/rules/signature-page/layout/file-page-codes.ts';
import type { TextPiece } from '../../../src/contract/rules/signing/pages/signature-lines.ts';
import * as z from 'zod/mini';
import { isFilledPage, variablesOn } from '../variables/filled-page.ts';
import { COPIED, pictureName, type CopiedPage } from './copied-pages.ts';
import { matrixOf, memoryOf, openPdfium, openSource, renderFlags, savePdf } from '../pdfium-file.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';

// Runs in a separate process, which copy-pages.ts starts.

/** The maximum number of pixels of the longer side, and the pixels per point. */
const MOST_PIXELS = 2000;
const PIXELS_PER_POINT = 2;
const WEBP_QUALITY = 70;

/** Darker pixels count as print. */
const WHITE = 245;

/** A page with more text than this is never a signature page. */
const MOST_PIECES = 3000;
const MOST_CHARACTERS = 30_000;

/** A word space is narrower than this share of the letters' height. A wider gap starts a new piece. */
const GAP = 1.2;

/** How many pages to search, before and after the expected one, for a page that was filled in. */
const NEAR = 10;

type Module = WrappedPdfiumModule;

const requestSchema = z.union([
  z.object({ numbers: z.array(z.int()), findsFields: z.boolean() }),
  z.object({ near: z.int(), aroundVariables: z.array(z.string()) }),
]);

async function copy(
  pdfium: Module,
  request: unknown,
): Promise<{ pages: CopiedPage[]; hasFieldsOnOthers: boolean }> {
  const asked = requestSchema.parse(request);
  const { pdf: source } = openSource(pdfium);
  // Fields of forms get their appearance with this.
  pdfium.PDFiumExt_InitFormFillEnvironment(source, pdfium.PDFiumExt_OpenFormFillInfo());
  const numbers = 'numbers' in asked ? asked.numbers : findFilled(pdfium, source, asked);
  const copied = pdfium.FPDF_CreateNewDocument();
  if (numbers.length > 0 && !pdfium.FPDF_ImportPages(copied, source, numbers.join(','), 0))
    throw new ReadingFailure('corrupt', `pages ${numbers.join(', ')} can't be copied`);
  const pages: CopiedPage[] = [];
  for (const [at] of numbers.entries()) pages.push(await lookAt(pdfium, copied, at));
  savePdf(pdfium, copied, COPIED);
  const hasFieldsOnOthers =
    'numbers' in asked &&
    asked.findsFields &&
    pageNumbers(pdfium, source).some(
      (number) => !numbers.includes(number) && variablesOn(textOf(pdfium, source, number)).length > 0,
    );
  return { pages, hasFieldsOnOthers };
}

function pageNumbers(pdfium: Module, pdf: number): number[] {
  return Array.from({ length: pdfium.FPDF_GetPageCount(pdf) }, (_, at) => at + 1);
}

function textOf(pdfium: Module, pdf: number, number: number): string {
  const page = openPage(pdfium, pdf, number - 1);
  const { text } = read(pdfium, page);
  pdfium.FPDF_ClosePage(page);
  return text;
}

/**
 * Returns the number of the filled-in page, which may have moved because of the values. Empty if no page near the old number
 * has all of its text, or if several do: signature pages often differ only in their fields, and a wrong one would be signed.
 */
function findFilled(
  pdfium: Module,
  source: number,
  { near, aroundVariables }: { near: number; aroundVariables: readonly string[] },
): number[] {
  const found = pageNumbers(pdfium, source).filter(
    (number) =>
      Math.abs(number - near) <= NEAR && isFilledPage(textOf(pdfium, source, number), aroundVariables),
  );
  return found.length === 1 ? found : [];
}

/** Reads everything from the copied page, so that what is shown is what is in the packet. */
async function lookAt(pdfium: Module, pdf: number, at: number): Promise<CopiedPage> {
  // Annotations and fields become part of the page; links and scripts are dropped.
  const first = openPage(pdfium, pdf, at);
  if (pdfium.FPDFPage_GetAnnotCount(first) > 0) pdfium.FPDFPage_Flatten(first, 0);
  pdfium.FPDF_ClosePage(first);
  const page = openPage(pdfium, pdf, at);
  try {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
    if (!(width > 0 && height > 0)) throw new ReadingFailure('corrupt', 'a page has no size');
    const { pixels, columns, rows, scale } = draw(pdfium, page, { width, height });
    const isBlank = codeCorners({ width, height }).map((corner) => {
      const [left, top] = [Math.floor(corner.x * scale), Math.floor(corner.y * scale)];
      const [right, bottom] = [(corner.x + corner.width) * scale, (corner.y + corner.height) * scale];
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) if ((pixels[y * columns + x] ?? 255) < WHITE) return false;
      return true;
    });
    const picture = sharp(pixels, { raw: { width: columns, height: rows, channels: 1 } });
    await writeFile(pictureName(at), await picture.webp({ quality: WEBP_QUALITY }).toBuffer());
    return {
      width,
      height,
      matrix: matrixOf(pdfium, page, { width, height }),
      isBlank,
      ...read(pdfium, page),
    };
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

function openPage(pdfium: Module, pdf: number, at: number): number {
  const page = pdfium.FPDF_LoadPage(pdf, at);
  if (page === 0) throw new ReadingFailure('corrupt', `copied page ${at + 1} can't be opened`);
  return page;
}

/** Draws a page in gray. */
function draw(pdfium: Module, page: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(PIXELS_PER_POINT, MOST_PIXELS / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const bitmap = pdfium.FPDFBitmap_Create(columns, rows, 0);
  if (bitmap === 0) throw new ReadingFailure('too_large', 'no memory for the picture of a page');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xff_ff_ff_ff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, renderFlags.annotations);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const drawn = memoryOf(pdfium);
  const pixels = Buffer.allocUnsafe(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const from = start + row * stride + column * 4;
      pixels[row * columns + column] =
        ((drawn[from] ?? 0) + 2 * (drawn[from + 1] ?? 0) + (drawn[from + 2] ?? 0)) >> 2;
    }
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { pixels, columns, rows, scale };
}

/** Reads the text of a page, and its pieces with their positions. */
function read(pdfium: Module, page: number): { text: string; pieces: TextPiece[] } {
  const reader = pdfium.FPDFText_LoadPage(page);
  const place = pdfium.pdfium.wasmExports.malloc(40);
  const count = Math.min(pdfium.FPDFText_CountChars(reader), MOST_CHARACTERS);
  const pieces: TextPiece[] = [];
  let text = '';
  let piece: TextPiece | null = null;
  const end = () => {
    if (piece && piece.text.trim() !== '' && pieces.length < MOST_PIECES) pieces.push(piece);
    piece = null;
  };
  for (let at = 0; at < count; at += 1) {
    const letter = String.fromCodePoint(pdfium.FPDFText_GetUnicode(reader, at) || 0x20);
    text += letter;
    const box = letter === '\r' || letter === '\n' ? null : boxOf(pdfium, { page, reader, at, place });
    if (!box) end();
    else if (piece && belongs(piece, letter, box)) piece = joined(piece, letter, box);
    else {
      end();
      piece = { text: letter, ...box };
    }
  }
  end();
  pdfium.pdfium.wasmExports.free(place);
  pdfium.FPDFText_ClosePage(reader);
  return { text: text.replaceAll('\r\n', '\n'), pieces };
}

type LetterBox = Omit<TextPiece, 'text'>;

/** Returns where a letter is shown; null for one that takes up no space. */
function boxOf(
  pdfium: Module,
  { page, reader, at, place }: { page: number; reader: number; at: number; place: number },
): LetterBox | null {
  if (!pdfium.FPDFText_GetCharBox(reader, at, place, place + 8, place + 16, place + 24)) return null;
  const memory = memoryOf(pdfium);
  const view = new DataView(memory.buffer, memory.byteOffset + place, 40);
  const [left, right] = [view.getFloat64(0, true), view.getFloat64(8, true)];
  const [bottom, top] = [view.getFloat64(16, true), view.getFloat64(24, true)];
  if (right <= left) return null;
  // Device coordinates are whole numbers: eight per point.
  const [wide, high] = [pdfium.FPDF_GetPageWidthF(page) * 8, pdfium.FPDF_GetPageHeightF(page) * 8].map(
    Math.round,
  );
  const shown = (x: number, y: number): [number, number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, wide ?? 1, high ?? 1, 0, x, y, place + 32, place + 36);
    return [view.getInt32(32, true) / 8, view.getInt32(36, true) / 8];
  };
  const [[x1, y1], [x2, y2]] = [shown(left, top), shown(right, bottom)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

function belongs(piece: TextPiece, letter: string, box: LetterBox): boolean {
  if (letter.trim() !== '' && (letter === '_') !== piece.text.endsWith('_')) return false;
  if (letter.trim() === '' && piece.text.endsWith('_')) return false;
  const height = Math.max(piece.height, box.height, 4);
  const gap = box.x - (piece.x + piece.width);
  const down = box.y + box.height - (piece.y + piece.height);
  return gap < GAP * height && gap > -height && Math.abs(down) < height;
}

function joined(piece: TextPiece, letter: string, box: LetterBox): TextPiece {
  const [x, y] = [Math.min(piece.x, box.x), Math.min(piece.y, box.y)];
  return {
    text: piece.text + letter,
    x,
    y,
    width: Math.max(piece.x + piece.width, box.x + box.width) - x,
    height: Math.max(piece.y + piece.height, box.y + box.height) - y,
  };
}

await reportReading(openPdfium, copy);

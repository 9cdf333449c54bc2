import { writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { memoryOf, openBytes, openPdfium, openSource, renderFlags } from '../pdfium-file.ts';
import { ReadingFailure, reportReading } from './report-reading.ts';
import { isLikelySignaturePage } from '../../../src/contract/rules/signing/pages/likely-signature-page.ts';
import { MOST_LIKELY_PAGES, MOST_PAGES, thumbnailName } from '../thumbnails.ts';

// Runs in a separate process, which read-pdf.ts starts.

const thumbnailWidth = 144;
/** The maximum height to which a page of 1 by 200 inches is drawn. */
const tallest = 10 * thumbnailWidth;
/** Signature pages have much less text. */
const MOST_CHARACTERS = 10_000;
/** The maximum number of PNGs that are encoded while PDFium continues to draw. */
const encodersAtOnce = 4;

async function read(
  pdfium: WrappedPdfiumModule,
): Promise<{ numPages: number; likelySignaturePages: number[] }> {
  const { pdf } = openSource(pdfium);
  const numPages = pdfium.FPDF_GetPageCount(pdf);
  if (numPages <= 0) throw new ReadingFailure('no_pages', `${numPages} pages`);
  if (numPages > MOST_PAGES) throw new ReadingFailure('too_many_pages', `${numPages} pages`);
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(pdf, pdfium.PDFiumExt_OpenFormFillInfo());

  const encoding = new Set<Promise<void>>();
  const likelySignaturePages: number[] = [];
  let drawn = 0;
  for (let index = 0; index < numPages; index += 1) {
    const { picture, isLikely } = readPage(pdfium, pdf, form, index);
    if (picture) drawn += 1;
    if (isLikely && likelySignaturePages.length < MOST_LIKELY_PAGES) likelySignaturePages.push(index + 1);
    const path = thumbnailName(index + 1);
    const encoded = encode(picture ?? blankPage())
      .then(async (bytes) => writeFile(path, bytes))
      .finally(() => encoding.delete(encoded));
    encoding.add(encoded);
    if (encoding.size >= encodersAtOnce) await Promise.race(encoding);
  }
  await Promise.all(encoding);
  // One bad page among good ones is shown blank; a file with only bad pages is damaged.
  if (drawn === 0) throw new ReadingFailure('corrupt', 'no page can be drawn');
  return { numPages, likelySignaturePages };
}

/** `channels` are the bytes per pixel: one for gray, three for red, green and blue. */
type Picture = { pixels: Buffer; width: number; height: number; channels: 1 | 3 };

/** PDFium with its code compiled. */
async function prepare(): Promise<WrappedPdfiumModule> {
  const pdfium = await openPdfium();
  await warmUp(pdfium);
  return pdfium;
}

/**
 * Draws a page of our own in advance. The code of PDFium and sharp is compiled on its first run, which takes longer than
 * reading a short file.
 */
async function warmUp(pdfium: WrappedPdfiumModule): Promise<void> {
  const words = 'BT /F 11 Tf 72 740 Td (In witness whereof the parties have executed this Agreement) Tj ET';
  const page = [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj',
    `4 0 obj <</Length ${words.length}>> stream\n${words}\nendstream endobj`,
    '5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Times-Roman>> endobj',
    'trailer <</Root 1 0 R>>',
  ].join('\n');
  const pdf = openBytes(pdfium, Buffer.from(page));
  const { picture } = readPage(pdfium, pdf, 0, 0);
  if (picture) await encode(picture);
  pdfium.FPDF_CloseDocument(pdf);
}

interface ReadPage {
  /** Null if it can't be drawn. */
  readonly picture: Picture | null;
  /** Whether its text looks like a signature page. */
  readonly isLikely: boolean;
}

function readPage(pdfium: WrappedPdfiumModule, pdf: number, form: number, index: number): ReadPage {
  const page = pdfium.FPDF_LoadPage(pdf, index);
  if (page === 0) return { picture: null, isLikely: false };
  try {
    return { picture: drawPage(pdfium, page, form), isLikely: isLikelySignaturePage(textOf(pdfium, page)) };
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

function textOf(pdfium: WrappedPdfiumModule, page: number): string {
  const reader = pdfium.FPDFText_LoadPage(page);
  if (reader === 0) return '';
  const count = Math.min(pdfium.FPDFText_CountChars(reader), MOST_CHARACTERS);
  let text = '';
  for (let at = 0; at < count; at += 1)
    text += String.fromCodePoint(pdfium.FPDFText_GetUnicode(reader, at) || 0x20);
  pdfium.FPDFText_ClosePage(reader);
  return text;
}

/** It is drawn twice as large and scaled down, because PDFium alone makes text of that size unreadable. */
function drawPage(pdfium: WrappedPdfiumModule, page: number, form: number): Picture | null {
  const ratio = pdfium.FPDF_GetPageHeightF(page) / pdfium.FPDF_GetPageWidthF(page);
  if (!Number.isFinite(ratio) || ratio <= 0) return null;
  const thumbnailHeight = Math.round(Math.min(Math.max(thumbnailWidth * ratio, 1), tallest));
  const width = 2 * thumbnailWidth;
  const height = 2 * thumbnailHeight;
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return null;
  const flags = renderFlags.annotations | renderFlags.reverseByteOrder;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  if (form !== 0) {
    // Filled-in fields are drawn only with the form.
    pdfium.FORM_OnAfterLoadPage(page, form);
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    pdfium.FORM_OnBeforeClosePage(page, form);
  }
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const drawn = memoryOf(pdfium).subarray(start, start + stride * height);
  const picture = scaleDown(drawn, stride, thumbnailWidth, thumbnailHeight);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return picture;
}

/**
 * Each pixel is the mean of four drawn pixels. `drawn`: 4 bytes per pixel, `stride` bytes per row. Most pages of
 * agreements have no color, so only a third of the bytes is left to encode. Written out, because it runs for each
 * pixel.
 */
function scaleDown(drawn: Uint8Array, stride: number, width: number, height: number): Picture {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  const mean = (at: number): number =>
    ((drawn[at] ?? 0) +
      (drawn[at + 4] ?? 0) +
      (drawn[at + stride] ?? 0) +
      (drawn[at + stride + 4] ?? 0) +
      2) >>
    2;
  let coloured = false;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    let at = 2 * y * stride;
    for (let x = 0; x < width; x += 1) {
      const red = mean(at);
      const green = mean(at + 1);
      const blue = mean(at + 2);
      coloured ||= red !== green || green !== blue;
      pixels[to] = red;
      pixels[to + 1] = green;
      pixels[to + 2] = blue;
      to += 3;
      at += 8;
    }
  }
  if (coloured) return { pixels, width, height, channels: 3 };
  const greys = Buffer.allocUnsafe(width * height);
  for (let pixel = 0; pixel < greys.length; pixel += 1) greys[pixel] = pixels[3 * pixel] ?? 0;
  return { pixels: greys, width, height, channels: 1 };
}

function blankPage(): Picture {
  const height = Math.round(thumbnailWidth * Math.SQRT2);
  return {
    pixels: Buffer.alloc(thumbnailWidth * height, 0xff),
    width: thumbnailWidth,
    height,
    channels: 1,
  };
}

async function encode({ pixels, ...raw }: Picture): Promise<Buffer> {
  // A palette takes three times as long. For a page of text, which is gray, that is too much; a scan gets half as
  // large.
  const options = raw.channels === 1 ? { compressionLevel: 6 } : { palette: true, effort: 1 };
  return sharp(pixels, { raw }).png(options).toBuffer();
}

await reportReading(prepare, read);

import { open } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { openBytes, openSource } from '../pdfium-file.ts';
import { SOURCE } from '../readers/reader-messages.ts';
import { ReadingFailure } from '../readers/report-reading.ts';
import { pictureAsPage } from './picture-as-page.ts';

// Runs in the process that reads scans.

/** PDF readers allow this much before the header. */
const HEAD_BYTES = 1024;

/** A picture with more pixels than this isn't a page. */
const MOST_PIXELS = 150_000_000;
const JPEG_QUALITY = 88;

/** The longer side of the page that is made from a picture, in points. */
const LONGER_SIDE = 792;

/** Brands of ISO media files that hold HEIC or AVIF pictures. */
const HEIC_BRANDS = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)/;

/** Opens the uploaded file as a PDF. A JPEG or PNG picture becomes a page. @throws {ReadingFailure} */
export async function openScan(pdfium: WrappedPdfiumModule): Promise<number> {
  const head = await readHead();
  if (head.includes('%PDF-')) return openSource(pdfium).pdf;
  const start = head.toString('latin1');
  if (start.startsWith('\u00FF\u00D8\u00FF') || start.startsWith('\u0089PNG'))
    return openBytes(pdfium, await pictureAsPdf());
  if (HEIC_BRANDS.test(start.slice(4, 12))) throw new ReadingFailure('heic', start.slice(4, 12));
  throw new ReadingFailure('not_a_document', 'neither a PDF nor a picture');
}

async function readHead(): Promise<Buffer> {
  const file = await open(SOURCE);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function pictureAsPdf(): Promise<Buffer> {
  const { data, info } = await readPicture();
  const scale = LONGER_SIDE / Math.max(info.width, info.height);
  return pictureAsPage(data, info, { width: info.width * scale, height: info.height * scale });
}

async function readPicture() {
  try {
    return await sharp(SOURCE, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    const detail = String(error);
    throw new ReadingFailure(/pixel limit/i.test(detail) ? 'too_large' : 'corrupt', detail);
  }
}

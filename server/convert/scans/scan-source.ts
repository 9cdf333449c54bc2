import { open } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import { loadBytes, loadSource, openPdf } from '../pdfium-file.ts';
import { SOURCE } from '../readers/reader-messages.ts';
import { ReadingFailure } from '../readers/report-reading.ts';

// Runs in the process that reads scans.

/** PDF readers allow this much before the header. */
const HEAD_BYTES = 1024;

/** A picture with more pixels isn't a page. */
const MOST_PIXELS = 150_000_000;
const JPEG_QUALITY = 88;

/** The longer side of the page that a picture becomes, in points. */
const LONGER_SIDE = 792;

/** Brands of ISO media files that hold HEIC or AVIF pictures. */
const HEIC_BRANDS = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)/;

/** Opens the uploaded file as a PDF. A JPEG or PNG picture becomes a page. @throws {ReadingFailure} */
export async function openScan(pdfium: WrappedPdfiumModule): Promise<number> {
  const head = await readHead();
  if (head.includes('%PDF-')) return openPdf(pdfium, await loadSource(pdfium));
  const start = head.toString('latin1');
  if (start.startsWith('\u00FF\u00D8\u00FF') || start.startsWith('\u0089PNG'))
    return openPdf(pdfium, loadBytes(pdfium, await pictureAsPdf()));
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
  const [width, height] = [info.width * scale, info.height * scale].map((side) => side.toFixed(2));
  const draw = `q ${width} 0 0 ${height} 0 0 cm /P Do Q`;
  const before = [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources <</XObject <</P 5 0 R>>>>>> endobj`,
    `4 0 obj <</Length ${draw.length}>> stream\n${draw}\nendstream endobj`,
    `5 0 obj <</Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${data.length}>> stream\n`,
  ].join('\n');
  // Without a table of its objects, PDFium looks for them, which is quick in such a file.
  return Buffer.concat([
    Buffer.from(before),
    data,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n'),
  ]);
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

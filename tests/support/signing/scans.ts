import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { seePdf, type SeenPage } from '../open-pdfium.ts';

/** How a page was printed, signed and scanned. */
export interface ScanSettings {
  readonly dpi?: number;
  /** Degrees clockwise. */
  readonly rotate?: number;
  readonly quality?: number;
  readonly isBlackAndWhite?: boolean;
  /** SVG shapes that are drawn over the page before it is scanned, in points from the top left. */
  readonly ink?: string;
}

/** Returns a page as a scanner's JPEG. */
export async function scanPage(page: SeenPage, settings: ScanSettings = {}): Promise<Buffer> {
  const { dpi = 150, rotate = 0, quality = 75, isBlackAndWhite = false, ink = '' } = settings;
  const { columns, rows, width, height } = page;
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="${columns}" height="${rows}" viewBox="0 0 ${width} ${height}">${ink}</svg>`;
  const signed = await sharp(page.gray, { raw: { width: columns, height: rows, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(over) }])
    .png()
    .toBuffer();
  const scanned = sharp(signed)
    .resize({ width: Math.round((width / 72) * dpi) })
    .rotate(rotate, { background: '#fff' });
  const flat = await scanned.grayscale().png().toBuffer();
  const picture = isBlackAndWhite ? sharp(flat).threshold(150) : sharp(flat);
  return picture.toColourspace('srgb').jpeg({ quality }).toBuffer();
}

/** Returns pictures of pages as a PDF without text, as scanners make them. */
export async function scansAsPdf(pictures: readonly Uint8Array[], dpi = 150): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const picture of pictures) {
    const image = await pdf.embedJpg(picture);
    const [width, height] = [(image.width / dpi) * 72, (image.height / dpi) * 72];
    pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return Buffer.from(await pdf.save());
}

/** Draws the pages of a PDF at 200 pixels per inch. */
export async function printPdf(pdf: Uint8Array): Promise<SeenPage[]> {
  return seePdf(pdf, 200 / 72);
}

/** Returns a signature in ink that starts at this point and goes to the right. */
export function signatureInk(x: number, y: number): string {
  return `<path d="M${x} ${y}c10 -22 18 -22 14 -4s-2 14 8 -4s14 -14 12 0s4 10 14 -4s12 -8 10 2s10 6 24 -6" fill="none" stroke="#16245c" stroke-width="1.6"/>`;
}

import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { memoryOf, renderFlags } from '../pdfium-file.ts';
import { ReadingFailure } from '../readers/report-reading.ts';
import { NOT_DRAWN, type PagePicture } from './compare-pictures.ts';

/** Pixels per point. At 144 per inch, even a small digit can be told from another if it is drawn instead of typed. */
const SCALE = 2;
const MOST_PIXELS = 4000;

/** Draws a page of a PDF in colors. A page without a size has no picture. */
export function drawPage(pdfium: WrappedPdfiumModule, page: number): PagePicture {
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(size.width, size.height));
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (!(width > 0 && height > 0)) return NOT_DRAWN;
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new ReadingFailure('too_large', 'no memory for the picture of a page');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags.annotations);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const drawn = memoryOf(pdfium);
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const row = start + y * stride;
    data.set(drawn.subarray(row, row + width * 4), y * width * 4);
  }
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { data, width, height };
}

import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Pixels } from './find-codes.ts';
import { memoryOf, renderFlags } from '../pdfium-file.ts';

// Runs in the processes that read and compare scans.

type Module = WrappedPdfiumModule;

/** The maximum number of pixels of the longer side, whatever size the page claims to have. */
const MOST_PIXELS = 4000;

/**
 * Copies a page into its own PDF and uses only the copy, so that what is read and shown is what is kept. Annotations and
 * fields become part of the page; links and scripts are dropped.
 * @returns null if the page can't be copied or opened
 */
export async function withCopiedPage<Result>(
  pdfium: Module,
  source: number,
  page: number,
  work: (copy: number, handle: number) => Promise<Result>,
): Promise<Result | null> {
  const copy = pdfium.FPDF_CreateNewDocument();
  try {
    if (!pdfium.FPDF_ImportPages(copy, source, String(page), 0)) return null;
    flatten(pdfium, copy);
    const handle = pdfium.FPDF_LoadPage(copy, 0);
    if (handle === 0) return null;
    try {
      return await work(copy, handle);
    } finally {
      pdfium.FPDF_ClosePage(handle);
    }
  } finally {
    pdfium.FPDF_CloseDocument(copy);
  }
}

function flatten(pdfium: Module, pdf: number): void {
  const page = pdfium.FPDF_LoadPage(pdf, 0);
  if (page === 0) return;
  if (pdfium.FPDFPage_GetAnnotCount(page) > 0) pdfium.FPDFPage_Flatten(page, 0);
  pdfium.FPDF_ClosePage(page);
}

/**
 * Returns a page's pixels, copied out of PDFium's memory; null if there is no memory for them.
 * @param wanted pixels per point
 */
export function drawPage(
  pdfium: Module,
  page: number,
  { width, height }: { width: number; height: number },
  wanted: number,
): Pixels | null {
  const scale = Math.min(wanted, MOST_PIXELS / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const bitmap = pdfium.FPDFBitmap_Create(columns, rows, 0);
  if (bitmap === 0) return null;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xff_ff_ff_ff);
  const flags = renderFlags.annotations | renderFlags.reverseByteOrder;
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, flags);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  // Each pixel has four bytes, so rows have no padding.
  const data = new Uint8ClampedArray(memoryOf(pdfium).subarray(start, start + columns * rows * 4));
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { data, width: columns, height: rows };
}

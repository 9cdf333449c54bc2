import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** A page as PDFium reads it. */
export interface SeenPage {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** 0 is black, 255 white. */
  readonly gray: Uint8Array;
  /** The size of the picture, in pixels. */
  readonly columns: number;
  readonly rows: number;
}

let opened: Promise<WrappedPdfiumModule> | null = null;

async function openPdfium(): Promise<WrappedPdfiumModule> {
  const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const bytes = await readFile(wasm);
  const pdfium = await init({
    wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Reads and draws each page with PDFium, which was not used to write it. `scale`: pixels per point. */
export async function seePdf(pdf: Uint8Array, scale = 1): Promise<SeenPage[]> {
  opened ??= openPdfium();
  const pdfium = await opened;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const address = malloc(pdf.length);
  pdfium.pdfium.HEAPU8.set(pdf, address);
  const document = pdfium.FPDF_LoadMemDocument(address, pdf.length, '');
  if (document === 0) throw new Error('PDFium cannot open the PDF.');
  const pages = Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, at) => {
    const page = pdfium.FPDF_LoadPage(document, at);
    const seen = seePage(pdfium, page, scale);
    pdfium.FPDF_ClosePage(page);
    return seen;
  });
  pdfium.FPDF_CloseDocument(document);
  free(address);
  return pages;
}

function seePage(pdfium: WrappedPdfiumModule, page: number, scale: number): SeenPage {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const text = pdfium.FPDFText_LoadPage(page);
  const count = pdfium.FPDFText_CountChars(text);
  const buffer = malloc((count + 1) * 2);
  const length = pdfium.FPDFText_GetText(text, 0, count, buffer);
  const letters = Buffer.from(pdfium.pdfium.HEAPU8.slice(buffer, buffer + (length - 1) * 2)).toString(
    'utf16le',
  );
  free(buffer);
  pdfium.FPDFText_ClosePage(text);

  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  const bitmap = pdfium.FPDFBitmap_Create(columns, rows, 0);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xff_ff_ff_ff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 0);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const gray = new Uint8Array(columns * rows);
  const memory = pdfium.pdfium.HEAPU8;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      // Everything is black or gray, so one channel is enough.
      gray[row * columns + column] = memory[start + row * stride + column * 4] ?? 255;
    }
  }
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { width, height, text: letters.replaceAll('\r\n', '\n'), gray, columns, rows };
}

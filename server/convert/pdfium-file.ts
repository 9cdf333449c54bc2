import { open, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { SOURCE } from './readers/reader-messages.ts';
import { ReadingFailure } from './readers/report-reading.ts';

// Shared by the reader processes that read PDFs with PDFium. The server's own process doesn't import it.

const mostBytes = 500 * 1024 * 1024;

/** `FPDF_GetLastError` (fpdfview.h). */
const passwordError = 4;
export const renderFlags = { annotations: 0x01, noNativeText: 0x04, reverseByteOrder: 0x10 };

export async function openPdfium(): Promise<WrappedPdfiumModule> {
  const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const bytes = await readFile(wasm);
  const overrides = { wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
  const pdfium = await init(overrides);
  pdfium.PDFiumExt_Init();
  return pdfium;
}

type PageMatrix = [number, number, number, number, number, number];

/** The bytes of a PDF in PDFium's memory. */
type LoadedBytes = { address: number; length: number };

/** Reads the file directly into PDFium's memory, because it may have 500 MB. */
export async function loadSource(pdfium: WrappedPdfiumModule, name = SOURCE): Promise<LoadedBytes> {
  const file = await open(name);
  try {
    const { size } = await file.stat();
    if (size > mostBytes) throw new ReadingFailure('too_large', 'file size');
    const address = allocate(pdfium, size);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let done = 0; done < size;) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - done), done);
      if (bytesRead === 0) throw new ReadingFailure('corrupt', 'the file is shorter than its size');
      memoryOf(pdfium).set(chunk.subarray(0, bytesRead), address + done);
      done += bytesRead;
    }
    return { address, length: size };
  } finally {
    await file.close();
  }
}

export function loadBytes(pdfium: WrappedPdfiumModule, bytes: Buffer): LoadedBytes {
  const address = allocate(pdfium, bytes.length);
  memoryOf(pdfium).set(bytes, address);
  return { address, length: bytes.length };
}

function allocate(pdfium: WrappedPdfiumModule, bytes: number): number {
  const address = pdfium.pdfium.wasmExports.malloc(bytes);
  if (address === 0) throw new ReadingFailure('too_large', 'PDFium ran out of memory for the file');
  return address;
}

export function openPdf(pdfium: WrappedPdfiumModule, { address, length }: LoadedBytes): number {
  const pdf = pdfium.FPDF_LoadMemDocument(address, length, '');
  if (pdf !== 0) return pdf;
  const error = pdfium.FPDF_GetLastError();
  throw new ReadingFailure(
    error === passwordError ? 'password_protected' : 'corrupt',
    `PDFium error ${error}`,
  );
}

/**
 * Converts points of the page as it is shown, from its bottom left, into the page's own coordinates, whatever its rotation
 * and boxes.
 */
export function matrixOf(
  pdfium: WrappedPdfiumModule,
  page: number,
  { width, height }: { width: number; height: number },
): PageMatrix {
  const place = pdfium.pdfium.wasmExports.malloc(16);
  const pointAt = (x: number, y: number): [number, number] => {
    pdfium.FPDF_DeviceToPage(page, 0, 0, 1000, 1000, 0, x, y, place, place + 8);
    const memory = memoryOf(pdfium);
    const view = new DataView(memory.buffer, memory.byteOffset + place, 16);
    return [view.getFloat64(0, true), view.getFloat64(8, true)];
  };
  const [[left, bottom], [right, across], [up, top]] = [pointAt(0, 1000), pointAt(1000, 1000), pointAt(0, 0)];
  pdfium.pdfium.wasmExports.free(place);
  return [
    (right - left) / width,
    (across - bottom) / width,
    (up - left) / height,
    (top - bottom) / height,
    left,
    bottom,
  ];
}

/** Writes a PDF to a file in pieces, because it may be large. */
export async function savePdf(pdfium: WrappedPdfiumModule, pdf: number, path: string): Promise<void> {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  if (!pdfium.PDFiumExt_SaveAsCopy(pdf, writer))
    throw new ReadingFailure('too_large', 'the PDF can’t be saved');
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const place = allocate(pdfium, size);
  pdfium.PDFiumExt_GetFileWriterData(writer, place, size);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  await writeFile(path, memoryOf(pdfium).subarray(place, place + size));
  pdfium.pdfium.wasmExports.free(place);
}

export function memoryOf(pdfium: WrappedPdfiumModule): Uint8Array {
  // It exists at run time, but its type is Emscripten's, which the package doesn't include.
  const module: object = pdfium.pdfium;
  if ('HEAPU8' in module && module.HEAPU8 instanceof Uint8Array) return module.HEAPU8;
  throw new Error('PDFium shows no memory');
}

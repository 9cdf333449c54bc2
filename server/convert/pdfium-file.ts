import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { SOURCE } from './readers/reader-messages.ts';
import { ReadingFailure } from './readers/report-reading.ts';

// Shared by the reader processes that read PDFs with PDFium. The server's own process doesn't import it.

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

/** PDFium's memory can grow to twice this. */
const MUCH_MEMORY = 2 ** 30;

interface OpenSource {
  readonly pdf: number;
  readonly close: () => void;
}

/** Opens a PDF, of which PDFium reads what it needs from disk: the file may be larger than memory. */
export function openSource(pdfium: WrappedPdfiumModule, name = SOURCE): OpenSource {
  const { addFunction, removeFunction, wasmExports } = pdfium.pdfium;
  const file = openSync(name, 'r');
  const read = addFunction((_: number, from: number, to: number, length: number): number => {
    const memory = memoryOf(pdfium);
    for (let done = 0; done < length;) {
      const count = readSync(file, memory, (to >>> 0) + done, length - done, (from >>> 0) + done);
      if (count === 0) return 0;
      done += count;
    }
    return 1;
  }, 'iiiii');
  // FPDF_FILEACCESS (fpdfview.h)
  const access = allocate(pdfium, 12);
  writeWords(pdfium, access, [fstatSync(file).size, read, 0]);
  const free = () => {
    wasmExports.free(access);
    removeFunction(read);
    closeSync(file);
  };
  const pdf = pdfium.FPDF_LoadCustomDocument(access, '');
  if (pdf === 0) throw openingFailure(pdfium);
  return {
    pdf,
    close: () => {
      pdfium.FPDF_CloseDocument(pdf);
      free();
    },
  };
}

/** Opens a PDF that is in this process's memory. It is never closed. */
export function openBytes(pdfium: WrappedPdfiumModule, bytes: Buffer): number {
  const address = allocate(pdfium, bytes.length);
  memoryOf(pdfium).set(bytes, address);
  const pdf = pdfium.FPDF_LoadMemDocument(address, bytes.length, '');
  if (pdf === 0) throw openingFailure(pdfium);
  return pdf;
}

function openingFailure(pdfium: WrappedPdfiumModule): ReadingFailure {
  const error = pdfium.FPDF_GetLastError();
  return new ReadingFailure(
    error === passwordError ? 'password_protected' : 'corrupt',
    `PDFium error ${error}`,
  );
}

function allocate(pdfium: WrappedPdfiumModule, bytes: number): number {
  const address = pdfium.pdfium.wasmExports.malloc(bytes);
  if (address === 0) throw new ReadingFailure('too_large', 'PDFium ran out of memory for the file');
  return address;
}

function writeWords(pdfium: WrappedPdfiumModule, address: number, words: readonly number[]): void {
  const { buffer, byteOffset } = memoryOf(pdfium);
  const view = new DataView(buffer, byteOffset + address);
  for (const [at, word] of words.entries()) view.setUint32(4 * at, word, true);
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

/** Writes a PDF to a file, piece by piece: it may be large. */
export function savePdf(pdfium: WrappedPdfiumModule, pdf: number, path: string): void {
  const { addFunction, removeFunction, wasmExports } = pdfium.pdfium;
  const file = openSync(path, 'w');
  const write = addFunction((_: number, from: number, length: number): number => {
    for (let done = 0; done < length;)
      done += writeSync(file, memoryOf(pdfium), (from >>> 0) + done, length - done);
    return 1;
  }, 'iiii');
  // FPDF_FILEWRITE (fpdf_save.h), version 1
  const writer = allocate(pdfium, 8);
  writeWords(pdfium, writer, [1, write]);
  try {
    if (!pdfium.FPDF_SaveAsCopy(pdf, writer, 0))
      throw new ReadingFailure('too_large', 'the PDF can’t be saved');
  } finally {
    wasmExports.free(writer);
    removeFunction(write);
    closeSync(file);
  }
}

/** Returns the same error, unless it is how PDFium ends when its memory is used up. */
export function outOfMemory(pdfium: WrappedPdfiumModule, error: unknown): unknown {
  const isTrap = error instanceof Error && error.name === 'RuntimeError';
  return isTrap && memoryOf(pdfium).length > MUCH_MEMORY
    ? new ReadingFailure('too_large', `PDFium ran out of memory: ${error.message}`)
    : error;
}

export function memoryOf(pdfium: WrappedPdfiumModule): Uint8Array {
  // It exists at run time, but its type is Emscripten's, which the package doesn't include.
  const module: object = pdfium.pdfium;
  if ('HEAPU8' in module && module.HEAPU8 instanceof Uint8Array) return module.HEAPU8;
  throw new Error('PDFium shows no memory');
}

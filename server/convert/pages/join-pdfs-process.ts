import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import * as z from 'zod/mini';
import { JOINED, type PageRange } from './joined-pdf.ts';
import { openPdfium, openSource, outOfMemory, savePdf } from '../pdfium-file.ts';
import { sourceName } from '../readers/reader-messages.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';

// Runs in a separate process, which join-pdfs.ts starts.

type Module = WrappedPdfiumModule;

const requestSchema = z.array(
  z.object({ file: z.int(), from: z.optional(z.int()), to: z.optional(z.int()) }),
);

async function join(pdfium: Module, request: unknown): Promise<{ pages: number }> {
  const ranges = requestSchema.parse(request);
  try {
    return joinRanges(pdfium, ranges);
  } catch (error) {
    throw outOfMemory(pdfium, error);
  }
}

function joinRanges(pdfium: Module, ranges: readonly PageRange[]): { pages: number } {
  const joined = pdfium.FPDF_CreateNewDocument();
  // One file at a time: what PDFium has read of a file stays in memory until it is closed.
  const opened = new Map<number, OpenFile>();
  const last = new Map(ranges.map(({ file }, at) => [file, at]));
  for (const [at, range] of ranges.entries()) {
    const file = opened.get(range.file) ?? openFile(pdfium, range.file);
    opened.set(range.file, file);
    add(pdfium, joined, file, range);
    if (last.get(range.file) !== at) continue;
    file.close();
    opened.delete(range.file);
  }
  const pages = pdfium.FPDF_GetPageCount(joined);
  savePdf(pdfium, joined, JOINED);
  return { pages };
}

interface OpenFile {
  readonly pdf: number;
  readonly close: () => void;
}

function openFile(pdfium: Module, file: number): OpenFile {
  const { pdf, close } = openSource(pdfium, sourceName(file));
  // Fields of forms get their appearance with this.
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(pdf, pdfium.PDFiumExt_OpenFormFillInfo());
  return {
    pdf,
    close: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(form);
      close();
    },
  };
}

function add(pdfium: Module, joined: number, { pdf }: OpenFile, { from, to }: PageRange): void {
  const before = pdfium.FPDF_GetPageCount(joined);
  const count = pdfium.FPDF_GetPageCount(pdf);
  const [first, last] = [from ?? 1, to ?? count];
  if (first < 1 || last > count || first > last)
    throw new ReadingFailure('corrupt', `pages ${first} to ${last} of ${count} pages`);
  if (!pdfium.FPDF_ImportPages(joined, pdf, `${first}-${last}`, before))
    throw new ReadingFailure('corrupt', `pages ${first} to ${last} can't be copied`);
  for (let at = before; at < pdfium.FPDF_GetPageCount(joined); at += 1) flatten(pdfium, joined, at);
}

/** Annotations and fields become part of the page; links and scripts are dropped. */
function flatten(pdfium: Module, pdf: number, at: number): void {
  const page = pdfium.FPDF_LoadPage(pdf, at);
  if (page === 0) throw new ReadingFailure('corrupt', `copied page ${at + 1} can't be opened`);
  if (pdfium.FPDFPage_GetAnnotCount(page) > 0) pdfium.FPDFPage_Flatten(page, 0);
  pdfium.FPDF_ClosePage(page);
}

await reportReading(openPdfium, join);

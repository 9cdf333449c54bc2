import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { alignPages, compareWords, shorten, wordsOf } from './compare-pages.ts';
import { changedAreas, type GrayPicture } from './compare-pictures.ts';
import { loadSource, memoryOf, openPdf, openPdfium, renderFlags } from '../pdfium-file.ts';
import { sourceName } from '../readers/reader-messages.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import type { ComparedVersions } from './compared-versions.ts';

// Runs as a process of its own, started by compare-versions.ts.

type Module = WrappedPdfiumModule;

/** Pixels per point: 72 per inch show a comma. */
const SCALE = 1;
const MOST_PIXELS = 2000;

const MOST_PAGES = 1000;
const MOST_CHARACTERS = 30_000;

async function compare(pdfium: Module): Promise<ComparedVersions> {
  const before = await open(pdfium, 0);
  const after = await open(pdfium, 1);
  const words = { before: wordsOfPages(pdfium, before), after: wordsOfPages(pdfium, after) };
  return alignPages(words.before, words.after).map((pair) => {
    if (pair.before === null || pair.after === null) return { ...pair, words: [], areas: [] };
    const runs = compareWords(words.before[pair.before - 1] ?? [], words.after[pair.after - 1] ?? []);
    const areas = changedAreas(draw(pdfium, before, pair.before), draw(pdfium, after, pair.after));
    return { ...pair, words: runs.some(({ kind }) => kind !== 'same') ? shorten(runs) : [], areas };
  });
}

async function open(pdfium: Module, at: number): Promise<number> {
  const pdf = openPdf(pdfium, await loadSource(pdfium, sourceName(at)));
  // Fields of forms get their appearance with this.
  pdfium.PDFiumExt_InitFormFillEnvironment(pdf, pdfium.PDFiumExt_OpenFormFillInfo());
  const pages = pdfium.FPDF_GetPageCount(pdf);
  if (pages > MOST_PAGES) throw new ReadingFailure('too_many_pages', `${pages} pages`);
  return pdf;
}

function wordsOfPages(pdfium: Module, pdf: number): string[][] {
  return Array.from({ length: pdfium.FPDF_GetPageCount(pdf) }, (_, at) =>
    withPage(pdfium, pdf, at + 1, [], (page) => wordsOf(textOf(pdfium, page))),
  );
}

function textOf(pdfium: Module, page: number): string {
  const reader = pdfium.FPDFText_LoadPage(page);
  if (reader === 0) return '';
  const count = Math.min(pdfium.FPDFText_CountChars(reader), MOST_CHARACTERS);
  let text = '';
  for (let at = 0; at < count; at += 1) {
    const code = pdfium.FPDFText_GetUnicode(reader, at);
    if (code > 0 && code <= 0x10_ff_ff) text += String.fromCodePoint(code);
  }
  pdfium.FPDFText_ClosePage(reader);
  return text;
}

const NOTHING: GrayPicture = { data: new Uint8Array(), width: 0, height: 0 };

function draw(pdfium: Module, pdf: number, number: number): GrayPicture {
  return withPage(pdfium, pdf, number, NOTHING, (page) => {
    const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
    const scale = Math.min(SCALE, MOST_PIXELS / Math.max(size.width, size.height));
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    if (!(width > 0 && height > 0)) return NOTHING;
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
    if (bitmap === 0) throw new ReadingFailure('too_large', 'no memory for the picture of a page');
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags.annotations);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const drawn = memoryOf(pdfium);
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const from = start + y * stride + x * 4;
        data[y * width + x] = ((drawn[from] ?? 0) + 2 * (drawn[from + 1] ?? 0) + (drawn[from + 2] ?? 0)) >> 2;
      }
    pdfium.FPDFBitmap_Destroy(bitmap);
    return { data, width, height };
  });
}

/** A page that can't be opened has no words and no picture. */
function withPage<Result>(
  pdfium: Module,
  pdf: number,
  number: number,
  without: Result,
  look: (page: number) => Result,
): Result {
  const page = pdfium.FPDF_LoadPage(pdf, number - 1);
  if (page === 0) return without;
  try {
    return look(page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

await reportReading(openPdfium, compare);

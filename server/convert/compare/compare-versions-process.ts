import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { alignPages, compareWords, shorten, wordsOf } from './compare-pages.ts';
import { changedAreas, NOT_DRAWN, type PagePicture } from './compare-pictures.ts';
import { drawPage } from './draw-page.ts';
import { openPdfium, openSource } from '../pdfium-file.ts';
import { sourceName } from '../readers/reader-messages.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import type { ComparedVersions } from './compared-versions.ts';

// Runs in a separate process, which compare-versions.ts starts.

type Module = WrappedPdfiumModule;

const MOST_PAGES = 1000;
const MOST_CHARACTERS = 30_000;

async function compare(pdfium: Module): Promise<ComparedVersions> {
  const before = open(pdfium, 0);
  const after = open(pdfium, 1);
  const words = { before: wordsOfPages(pdfium, before), after: wordsOfPages(pdfium, after) };
  return alignPages(words.before, words.after).map((pair) => {
    if (pair.before === null || pair.after === null) return { ...pair, words: [], areas: [] };
    const [one, other] = [words.before[pair.before - 1] ?? [], words.after[pair.after - 1] ?? []];
    const runs = compareWords(one, other);
    const pictures = [pictureOf(pdfium, before, pair.before), pictureOf(pdfium, after, pair.after)] as const;
    // Without words, only the pictures can show whether a figure has changed.
    const areas = changedAreas(...pictures, { isExact: one.length === 0 || other.length === 0 });
    return { ...pair, words: runs.some(({ kind }) => kind !== 'same') ? shorten(runs) : [], areas };
  });
}

function open(pdfium: Module, at: number): number {
  const { pdf } = openSource(pdfium, sourceName(at));
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

function pictureOf(pdfium: Module, pdf: number, number: number): PagePicture {
  return withPage(pdfium, pdf, number, NOT_DRAWN, (page) => drawPage(pdfium, page));
}

/** Reads an open page. A page that can't be opened has no words and no picture. */
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

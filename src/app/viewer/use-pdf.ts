import { useEffect, useState } from 'react';
import type { PageSize } from './page-geometry.ts';
import type { OpenPdf, Opening, PdfFailure } from './pdfjs.ts';

/** How far the opening of a PDF is. `share`: the loaded part, 0–1. */
export type Reading =
  | { kind: 'loading'; share: number }
  | { kind: 'open'; pdf: OpenPdf; sizes: readonly PageSize[] }
  | { kind: 'failed'; failure: PdfFailure | 'no_viewer' };

/** After how many pages it is told how large they are. */
const PAGES_AT_ONCE = 50;

const LOADING: Reading = { kind: 'loading', share: 0 };

/** Opens the PDF at an address, anew with each attempt; null = there is none to open yet. It is closed behind the screen. */
export function usePdf(url: string | null, attempt: number): Reading {
  // What is told belongs to one opening: of the next nothing is known yet.
  const opening = `${attempt} ${url}`;
  const [told, setTold] = useState<{ opening: string; reading: Reading } | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const closed = new AbortController();
    const tell = (reading: Reading) => {
      if (!closed.signal.aborted) setTold({ opening, reading });
    };
    void read(url, closed.signal, tell);
    return () => closed.abort();
  }, [url, opening]);
  return told?.opening === opening ? told.reading : LOADING;
}

async function read(url: string, closed: AbortSignal, tell: (reading: Reading) => void): Promise<void> {
  const reader = await import('./pdfjs.ts').catch(() => null);
  if (closed.aborted) return;
  if (!reader) return tell({ kind: 'failed', failure: 'no_viewer' });
  const opening: Opening = reader.openPdf(url, (share) => tell({ kind: 'loading', share }));
  closed.addEventListener('abort', () => opening.close());
  try {
    const pdf = await opening.pdf;
    await tellSizes(pdf, closed, (sizes) => tell({ kind: 'open', pdf, sizes }));
  } catch (error) {
    tell({ kind: 'failed', failure: reader.pdfFailure(error) });
  }
}

/** All pages count as large as the first until they are known: nearly always they are, and none has to be waited for. */
async function tellSizes(
  pdf: OpenPdf,
  closed: AbortSignal,
  tell: (sizes: readonly PageSize[]) => void,
): Promise<void> {
  const first = await pdf.sizeOf(1);
  let sizes = Array.from({ length: pdf.numPages }, () => first);
  tell(sizes);
  let told = true;
  for (let page = 2; page <= pdf.numPages && !closed.aborted; page += 1) {
    const size = await pdf.sizeOf(page);
    if (size.width !== first.width || size.height !== first.height) {
      if (told) sizes = [...sizes];
      told = false;
      sizes[page - 1] = size;
    }
    const due = page % PAGES_AT_ONCE === 0 || page === pdf.numPages;
    if (due && !told) {
      told = true;
      tell(sizes);
    }
  }
}

import { useEffect, useState } from 'react';
import type { PageSize } from './page/page-geometry.ts';
import type { OpenPdf, Opening, PdfFailure } from './pdfjs.ts';

/** How far the opening of a PDF is. `share`: the loaded part, 0–1. */
export type Reading =
  | { kind: 'loading'; share: number }
  | {
      kind: 'open';
      pdf: OpenPdf;
      /** Of pages that are not known yet, the first page's. */
      sizes: readonly PageSize[];
      /** Asks how large a page is, which is about to be drawn. */
      learn: (page: number) => void;
    }
  | { kind: 'failed'; failure: PdfFailure | 'no_viewer' };

/** After how many pages it is told how large they are. */
const PAGES_AT_ONCE = 50;

const LOADING: Reading = { kind: 'loading', share: 0 };

/** Opens the PDF at an address, of about that size in bytes, anew with each attempt; null = there is none to open yet. It is closed behind the screen. */
export function usePdf(url: string | null, size: number, attempt: number): Reading {
  // What is told belongs to one opening: of the next nothing is known yet.
  const opening = `${attempt} ${url}`;
  const [told, setTold] = useState<{ opening: string; reading: Reading } | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const closed = new AbortController();
    const tell = (reading: Reading) => {
      if (!closed.signal.aborted) setTold({ opening, reading });
    };
    void readPdf({ url, size }, closed.signal, tell);
    return () => closed.abort();
  }, [url, size, opening]);
  return told?.opening === opening ? told.reading : LOADING;
}

/** Opens a PDF and tells how far it is, until it is closed. */
export async function readPdf(
  file: { url: string; size: number },
  closed: AbortSignal,
  tell: (reading: Reading) => void,
): Promise<void> {
  const reader = await import('./pdfjs.ts').catch(() => null);
  if (closed.aborted) return;
  if (!reader) return tell({ kind: 'failed', failure: 'no_viewer' });
  // A large file goes on loading while it is read.
  let opened = false;
  const opening: Opening = reader.openPdf(file, (share) => {
    if (!opened) tell({ kind: 'loading', share });
  });
  closed.addEventListener('abort', () => opening.close());
  try {
    const pdf = await opening.pdf;
    opened = true;
    await learnSizes(pdf, closed, tell);
  } catch (error) {
    tell({ kind: 'failed', failure: reader.pdfFailure(error) });
  }
}

/**
 * All pages count as large as the first until they are known: nearly always they are. To ask for all of them at once would
 * load a large file from one end to the other before anything of it is shown, so that waits until it is here.
 */
async function learnSizes(
  pdf: OpenPdf,
  closed: AbortSignal,
  tell: (reading: Reading) => void,
): Promise<void> {
  const first = await pdf.sizeOf(1);
  const sizes = Array.from({ length: pdf.numPages }, () => first);
  const tellNow = () => tell({ kind: 'open', pdf, sizes: [...sizes], learn });
  /** Answers whether the page has another size than it was thought to have. */
  const ask = async (page: number): Promise<boolean> => {
    const { width, height } = await pdf.sizeOf(page);
    const known = sizes[page - 1];
    if (closed.aborted || !known || (width === known.width && height === known.height)) return false;
    sizes[page - 1] = { width, height };
    return true;
  };
  const learn = (page: number) => {
    // A page that cannot be read is drawn as a failure, at whatever size.
    ask(page).then(
      (isNew) => isNew && tellNow(),
      () => undefined,
    );
  };
  tellNow();
  // Where the rest does not come, what is here can still be read.
  await pdf.whole().catch(() => undefined);
  let due = false;
  for (let page = 2; page <= pdf.numPages && !closed.aborted; page += 1) {
    due = (await ask(page).catch(() => false)) || due;
    if (!due || (page % PAGES_AT_ONCE !== 0 && page !== pdf.numPages)) continue;
    due = false;
    tellNow();
  }
}

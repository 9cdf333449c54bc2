import { useEffect, useState } from 'react';
import type { PageSize } from './page/page-geometry.ts';
import type { OpenPdf, Opening, PdfFailure } from './pdfjs.ts';

/** The state of opening a PDF. `share`: the loaded part, 0–1. */
export type Reading =
  | { kind: 'loading'; share: number }
  | {
      kind: 'open';
      pdf: OpenPdf;
      /** The sizes of the pages. Until the size of a page is known, it is assumed to be that of the first page. */
      sizes: readonly PageSize[];
      /** Reads the size of a page that is about to be drawn. */
      learn: (page: number) => void;
    }
  | { kind: 'failed'; failure: PdfFailure | 'no_viewer' };

/** How many pages are measured before listeners are notified. */
const PAGES_AT_ONCE = 50;

const LOADING: Reading = { kind: 'loading', share: 0 };

/**
 * Opens the PDF at an address, again with each attempt, and closes it when the screen unmounts.
 *
 * @param url null = no PDF to open yet
 * @param size approximate size, bytes
 */
export function usePdf(url: string | null, size: number, attempt: number): Reading {
  // Each state belongs to one attempt to open the file. The next attempt starts over.
  const opening = `${attempt} ${url}`;
  const [latest, setLatest] = useState<{ opening: string; reading: Reading } | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const closed = new AbortController();
    const notify = (reading: Reading) => {
      if (!closed.signal.aborted) setLatest({ opening, reading });
    };
    void readPdf({ url, size }, closed.signal, notify);
    return () => closed.abort();
  }, [url, size, opening]);
  return latest?.opening === opening ? latest.reading : LOADING;
}

/** Opens a PDF and notifies the listener of its state until it is closed. */
export async function readPdf(
  file: { url: string; size: number },
  closed: AbortSignal,
  notify: (reading: Reading) => void,
): Promise<void> {
  const reader = await import('./pdfjs.ts').catch(() => null);
  if (closed.aborted) return;
  if (!reader) return notify({ kind: 'failed', failure: 'no_viewer' });
  // A large file continues to load after it has been opened.
  let opened = false;
  const opening: Opening = reader.openPdf(file, (share) => {
    if (!opened) notify({ kind: 'loading', share });
  });
  closed.addEventListener('abort', () => opening.close());
  try {
    const pdf = await opening.pdf;
    opened = true;
    await learnSizes(pdf, closed, notify);
  } catch (error) {
    notify({ kind: 'failed', failure: reader.pdfFailure(error) });
  }
}

/**
 * Every page is assumed to have the size of the first one until its own size is known. The guess is nearly always right.
 * Reading all sizes would load a large file completely before its first page shows, so that waits until the whole file has been
 * loaded.
 */
async function learnSizes(
  pdf: OpenPdf,
  closed: AbortSignal,
  notify: (reading: Reading) => void,
): Promise<void> {
  const first = await pdf.sizeOf(1);
  const sizes = Array.from({ length: pdf.numPages }, () => first);
  const notifyNow = () => notify({ kind: 'open', pdf, sizes: [...sizes], learn });
  /** Returns whether the page's size differs from the guess. */
  const ask = async (page: number): Promise<boolean> => {
    const { width, height } = await pdf.sizeOf(page);
    const known = sizes[page - 1];
    if (closed.aborted || !known || (width === known.width && height === known.height)) return false;
    sizes[page - 1] = { width, height };
    return true;
  };
  const learn = (page: number) => {
    // If the page cannot be read, its size does not matter, because it is drawn as a failure.
    ask(page).then(
      (isNew) => isNew && notifyNow(),
      () => undefined,
    );
  };
  notifyNow();
  // If the rest never arrives, the loaded pages can still be read.
  await pdf.whole().catch(() => undefined);
  let due = false;
  for (let page = 2; page <= pdf.numPages && !closed.aborted; page += 1) {
    due = (await ask(page).catch(() => false)) || due;
    if (!due || (page % PAGES_AT_ONCE !== 0 && page !== pdf.numPages)) continue;
    due = false;
    notifyNow();
  }
}

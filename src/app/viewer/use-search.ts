import { useEffect, useMemo, useState } from 'react';
import { findHits, nextHit, type Hit, type PageText } from './page/page-text.ts';
import type { OpenPdf } from './pdfjs.ts';

/** How many pages are read before their hits are shown. */
const PAGES_AT_ONCE = 20;

export interface Search {
  words: string;
  setWords: (words: string) => void;
  texts: readonly (PageText | undefined)[];
  hits: readonly Hit[];
  /** The current hit; null = none. */
  current: Hit | null;
  /** The position of the hit among all hits, from 1; 0 = none. */
  place: number;
  /** Number of pages whose text has been read. */
  read: number;
  /** Goes to the next or the previous hit and returns it. `page`: the page in view, where the first search starts. */
  go: (step: 1 | -1, page: number) => Hit | null;
}

/** Returns the text of an open PDF, as far as it has been read. Reading in the background starts once `active` is true. */
export function usePageTexts(pdf: OpenPdf | null, active: boolean): readonly (PageText | undefined)[] {
  const [texts, setTexts] = useState<readonly (PageText | undefined)[]>([]);
  useEffect(() => {
    if (!pdf || !active) return undefined;
    const closed = new AbortController();
    void readTexts(pdf, closed.signal, setTexts);
    return () => closed.abort();
  }, [pdf, active]);
  return texts;
}

/** Searches the text of a PDF. */
export function useSearch(texts: readonly (PageText | undefined)[]): Search {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(-1);
  const hits = useMemo(() => findHits(texts, words), [texts, words]);
  const current = hits[at] ?? null;
  return {
    words,
    setWords: (next) => {
      setWords(next);
      setAt(-1);
    },
    texts,
    hits,
    current,
    place: current ? at + 1 : 0,
    read: texts.length,
    go: (step, page) => {
      const next = nextHit(hits, current ? at : -1, step, page);
      setAt(next);
      return hits[next] ?? null;
    },
  };
}

async function readTexts(
  pdf: OpenPdf,
  closed: AbortSignal,
  notify: (texts: readonly (PageText | undefined)[]) => void,
): Promise<void> {
  const texts: (PageText | undefined)[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    // A page that cannot be read counts as a page without text.
    const text = await pdf.textOf(page).catch(() => undefined);
    if (closed.aborted) return;
    texts.push(text);
    if (page % PAGES_AT_ONCE === 0 || page === pdf.numPages) notify([...texts]);
  }
}

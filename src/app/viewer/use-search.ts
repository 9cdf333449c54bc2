import { useEffect, useMemo, useState } from 'react';
import { findHits, nextHit, type Hit, type PageText } from './page/page-text.ts';
import type { OpenPdf } from './pdfjs.ts';

/** After how many pages what was found in them shows. */
const PAGES_AT_ONCE = 20;

export interface Search {
  words: string;
  setWords: (words: string) => void;
  texts: readonly (PageText | undefined)[];
  hits: readonly Hit[];
  /** The hit that was gone to last; null = none. */
  current: Hit | null;
  /** Its place among the hits, from 1; 0 = none. */
  place: number;
  /** Pages whose text has been read. */
  read: number;
  /** Goes to the next hit, or the one before; answers it. `page`: the one in view, where the first search begins. */
  go: (step: 1 | -1, page: number) => Hit | null;
}

/** Searches the text of an open PDF, which is read in the background once `active`. */
export function useSearch(pdf: OpenPdf | null, active: boolean): Search {
  const [words, setWords] = useState('');
  const [texts, setTexts] = useState<readonly (PageText | undefined)[]>([]);
  const [at, setAt] = useState(-1);
  useEffect(() => {
    if (!pdf || !active) return undefined;
    const closed = new AbortController();
    void readTexts(pdf, closed.signal, setTexts);
    return () => closed.abort();
  }, [pdf, active]);
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
  tell: (texts: readonly (PageText | undefined)[]) => void,
): Promise<void> {
  const texts: (PageText | undefined)[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    // A page that cannot be read is one without words.
    const text = await pdf.textOf(page).catch(() => undefined);
    if (closed.aborted) return;
    texts.push(text);
    if (page % PAGES_AT_ONCE === 0 || page === pdf.numPages) tell([...texts]);
  }
}

import { useLayoutEffect, useState, type RefObject } from 'react';
import { markedParts, type Hit, type PageText } from './page-text.ts';

/** A highlight, in percent of the page's width and height, so that it fits at every zoom. */
export interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
  current: boolean;
}

const NONE: readonly Mark[] = [];

/** Returns the highlights of the hits on a page, measured on its text layer. */
export function useMarks(
  page: RefObject<HTMLElement | null>,
  pieces: readonly HTMLElement[],
  text: PageText | undefined,
  hits: readonly Hit[],
  current: Hit | null,
): readonly Mark[] {
  const [marks, setMarks] = useState(NONE);
  useLayoutEffect(() => {
    const frame = page.current?.getBoundingClientRect();
    // oxlint-disable-next-line react/set-state-in-effect -- positions are known only after layout
    setMarks(frame && text ? measure(frame, pieces, text, hits, current) : NONE);
  }, [page, pieces, text, hits, current]);
  return marks;
}

function measure(
  frame: DOMRect,
  pieces: readonly HTMLElement[],
  text: PageText,
  hits: readonly Hit[],
  current: Hit | null,
): readonly Mark[] {
  return hits.flatMap((hit) =>
    rectsOf(pieces, text, hit).map((rect) => asMark(rect, frame, hit === current)),
  );
}

function rectsOf(pieces: readonly HTMLElement[], text: PageText, hit: Hit): DOMRect[] {
  return markedParts(text, hit).flatMap(({ piece, from, to }) => {
    const letters = pieces[piece]?.firstChild;
    if (!(letters instanceof Text)) return [];
    const range = document.createRange();
    range.setStart(letters, Math.min(from, letters.length));
    // A piece's text may end with a line break that is not in the element.
    range.setEnd(letters, Math.min(to, letters.length));
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  });
}

function asMark(rect: DOMRect, frame: DOMRect, current: boolean): Mark {
  return {
    left: ((rect.left - frame.left) / frame.width) * 100,
    top: ((rect.top - frame.top) / frame.height) * 100,
    width: (rect.width / frame.width) * 100,
    height: (rect.height / frame.height) * 100,
    current,
  };
}

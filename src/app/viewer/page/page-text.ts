/** A piece of a page's text, as pdf.js returns it. */
interface TextPiece {
  str: string;
  /** Whether a line ends after it. */
  hasEOL: boolean;
}

/** The searchable text of a page. */
export interface PageText {
  /** The text as written, with a line break at each line end. */
  text: string;
  /** Start index of each piece. */
  starts: readonly number[];
}

/** A match: its page (from 1) and its range in the page's text. */
export interface Hit {
  page: number;
  start: number;
  end: number;
}

/** The part of a piece to highlight in the element that displays it. */
export interface MarkedPart {
  piece: number;
  from: number;
  to: number;
}

export function joinText(pieces: readonly TextPiece[]): PageText {
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of pieces) {
    starts.push(text.length);
    text += hasEOL ? `${str}\n` : str;
  }
  return { text, starts };
}

/**
 * Returns all matches in page order. Pages whose text has not been read yet have none. Ignores case, accents, types of
 * quotation marks and dashes, spacing, and line breaks.
 */
export function findHits(pages: readonly (PageText | undefined)[], words: string): Hit[] {
  const wanted = fold(words).folded.trim();
  if (wanted === '') return [];
  return pages.flatMap((text, index) => (text ? hitsOnPage(text, index + 1, wanted) : []));
}

function hitsOnPage(page: PageText, number: number, wanted: string): Hit[] {
  const { folded, places } = foldedOf(page);
  const hits: Hit[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = places[at] ?? 0;
    // One letter may fold into several, such as a ligature. It ends where the next letter starts.
    const last = places[at + wanted.length - 1] ?? start;
    const width = String.fromCodePoint(page.text.codePointAt(last) ?? 32).length;
    hits.push({ page: number, start, end: last + width });
  }
  return hits;
}

/** Returns the parts of a page's pieces to highlight for a hit. */
export function markedParts({ text, starts }: PageText, { start, end }: Hit): MarkedPart[] {
  return starts.flatMap((begin, piece) => {
    const ends = starts[piece + 1] ?? text.length;
    const from = Math.max(start, begin) - begin;
    const to = Math.min(end, ends) - begin;
    return from < to ? [{ piece, from, to }] : [];
  });
}

/** Returns the next hit after `from`, or the first on or after `page` if `from` is -1. Wraps around. -1 = no hits. */
export function nextHit(hits: readonly Hit[], from: number, step: 1 | -1, page: number): number {
  if (hits.length === 0) return -1;
  if (from >= 0) return (from + step + hits.length) % hits.length;
  const found = hits.findIndex((hit) => hit.page >= page);
  return found < 0 ? 0 : found;
}

interface Folded {
  folded: string;
  /** For each code unit of `folded`, its index in the original text. */
  places: readonly number[];
}

/** Each text is folded only once. */
const known = new WeakMap<PageText, Folded>();

function foldedOf(page: PageText): Folded {
  const there = known.get(page);
  if (there) return there;
  const made = fold(page.text);
  known.set(page, made);
  return made;
}

function fold(text: string): Folded {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = foldLetter(letter);
    // Any white space counts as one space.
    if (plain !== ' ' || !folded.endsWith(' ')) {
      folded += plain;
      for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
    }
    at += letter.length;
  }
  return { folded, places };
}

function foldLetter(letter: string): string {
  if (/\s/.test(letter)) return ' ';
  // A soft hyphen is visible only at the end of a line.
  if (letter === '\u00AD') return '';
  if (/[‘’‚‛]/.test(letter)) return "'";
  if (/[“”„‟]/.test(letter)) return '"';
  if (/[‐‑‒–—]/.test(letter)) return '-';
  return letter
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** A piece of a page's text, as pdf.js tells it. */
interface TextPiece {
  str: string;
  /** A line ends behind it. */
  hasEOL: boolean;
}

/** The text of a page, to be searched. */
export interface PageText {
  /** As written, a line break where a line ends. */
  text: string;
  /** Where in it each piece begins. */
  starts: readonly number[];
}

/** Where words were found: on which page (from 1), and from where to where in its text. */
export interface Hit {
  page: number;
  start: number;
  end: number;
}

/** A part of one piece: what is to be marked of the element that shows it. */
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
 * All places where the words stand, in the order of pages; a page whose text is not here yet has none. Case, accents, the
 * kind of quotation mark and dash, and how the words are spaced or broken over lines make no difference.
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
    // A letter that became several, as a ligature does, ends where the next one begins.
    const last = places[at + wanted.length - 1] ?? start;
    const width = String.fromCodePoint(page.text.codePointAt(last) ?? 32).length;
    hits.push({ page: number, start, end: last + width });
  }
  return hits;
}

/** What is to be marked of a page's pieces for a hit on it. */
export function markedParts({ text, starts }: PageText, { start, end }: Hit): MarkedPart[] {
  return starts.flatMap((begin, piece) => {
    const ends = starts[piece + 1] ?? text.length;
    const from = Math.max(start, begin) - begin;
    const to = Math.min(end, ends) - begin;
    return from < to ? [{ piece, from, to }] : [];
  });
}

/** Which hit comes next from one, or from a page where none has been gone to yet; it goes round. -1 = there is none. */
export function nextHit(hits: readonly Hit[], from: number, step: 1 | -1, page: number): number {
  if (hits.length === 0) return -1;
  if (from >= 0) return (from + step + hits.length) % hits.length;
  const found = hits.findIndex((hit) => hit.page >= page);
  return found < 0 ? 0 : found;
}

interface Folded {
  folded: string;
  /** For each unit of `folded`, where in the text it comes from. */
  places: readonly number[];
}

/** Each text is folded once, however often it is searched. */
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
    // White space of any length and kind is one space.
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
  // A soft hyphen is seen at the end of a line only.
  if (letter === '\u00AD') return '';
  if (/[‘’‚‛]/.test(letter)) return "'";
  if (/[“”„‟]/.test(letter)) return '"';
  if (/[‐‑‒–—]/.test(letter)) return '-';
  return letter
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

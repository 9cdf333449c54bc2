import { withoutShortCodes } from './scanned-page.ts';

/*
 * Suggests which signatures a scanned page without a code may be for, judging by its words. This only orders the list from which a
 * person chooses (docs/product/returned-pages.md, "Matching").
 */

/** A page that was sent: its printed text, and the signatures on it. */
export interface PrintedWords {
  readonly text: string;
  readonly assignments: readonly string[];
}

/** A page is suggested if the scan has this share of its words, and if its score is this close to the best page's. */
const LIKE = 0.5;
const AS_LIKE = 0.9;

/** At most this many signatures are suggested. */
const MOST = 10;

/**
 * Returns a function that takes the words of a scan, recognized or printed as a PDF, and returns the signatures on the
 * matching pages, likeliest first. The fewer pages have a word, the more it counts: a name or a title says more than the
 * words that all signature pages have in common.
 */
export function similarPages(printed: readonly PrintedWords[]): (text: string) => string[] {
  const pages = printed.map((page) => ({
    assignments: page.assignments,
    words: wordsIn(withoutShortCodes(page.text)),
  }));
  const pagesWith = new Map<string, number>();
  for (const { words } of pages)
    for (const word of words) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + Math.log2(1 + pages.length / (pagesWith.get(word) ?? 1)), 0);
  const weighed = pages.map((page) => ({ ...page, weight: weigh(page.words) }));
  return (text) => {
    const scanned = wordsIn(text);
    if (scanned.size === 0) return [];
    const likely = weighed
      .map(({ assignments, words, weight }) => ({
        assignments,
        likeness: words.size === 0 ? 0 : weigh([...words].filter((word) => scanned.has(word))) / weight,
      }))
      .filter(({ likeness }) => likeness >= LIKE)
      .toSorted((one, other) => other.likeness - one.likeness);
    const best = likely[0]?.likeness ?? 0;
    const similar = likely.filter(({ likeness }) => likeness >= AS_LIKE * best);
    return [...new Set(similar.flatMap(({ assignments }) => assignments))].slice(0, MOST);
  };
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}

import { withoutShortCodes } from './scanned-page.ts';

/*
 * Which signatures a scanned page without a code may be for, by its words. This only ranks what a person chooses from
 * (docs/product/returned-pages.md, "Matching").
 */

/** A page that was sent: what is printed on it, and what is signed there. */
export interface PrintedWords {
  readonly text: string;
  readonly assignments: readonly string[];
}

/** The share of a page's words from which a scan may be of it, and of the likeness of the likeliest page. */
const LIKE = 0.5;
const AS_LIKE = 0.9;

/** So many signatures are suggested. */
const MOST = 10;

/**
 * Returns the signatures on the pages whose words are on a scan, the likeliest first. A word counts the more, the fewer pages have it: a
 * name or a title says more than the words that all signature pages have in common.
 * @param text what a scanner recognized, or what was printed as a PDF
 */
export function similarPages(text: string, printed: readonly PrintedWords[]): string[] {
  const scanned = wordsIn(text);
  if (scanned.size === 0) return [];
  const pages = printed.map((page) => ({
    assignments: page.assignments,
    words: wordsIn(withoutShortCodes(page.text)),
  }));
  const pagesWith = new Map<string, number>();
  for (const { words } of pages)
    for (const word of words) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + Math.log2(1 + pages.length / (pagesWith.get(word) ?? 1)), 0);
  const likely = pages
    .map(({ assignments, words }) => ({
      assignments,
      likeness: words.size === 0 ? 0 : weigh([...words].filter((word) => scanned.has(word))) / weigh(words),
    }))
    .filter(({ likeness }) => likeness >= LIKE)
    .toSorted((one, other) => other.likeness - one.likeness);
  const best = likely[0]?.likeness ?? 0;
  const similar = likely.filter(({ likeness }) => likeness >= AS_LIKE * best);
  return [...new Set(similar.flatMap(({ assignments }) => assignments))].slice(0, MOST);
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
}

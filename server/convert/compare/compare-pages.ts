/*
 * Finds the differences between two versions of a document, page by page (docs/product/replacing-documents.md). Pages are
 * compared word by word, so that a different line break doesn't count as a difference.
 */

/**
 * A page of the earlier version and its page of the later one, from 1. One of them is null if the page was added or removed.
 */
export interface PagePair {
  readonly before: number | null;
  readonly after: number | null;
}

/** Words that both pages have, or only the earlier or the later one. */
export interface WordRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Pages with a smaller share of common words are different pages. */
const ALIKE = 0.4;

/** A larger table takes too long to compute. */
const MOST_CELLS = 4_000_000;

/** The number of unchanged words shown next to a change. */
const CONTEXT = 8;

/** Returns the words of a page. Soft hyphens and forms of the same letter don't count. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replaceAll('\u00ad', '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns which pages belong together, in the order of the later version. Pages keep their order. */
export function alignPages(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): PagePair[] {
  const alike = pairsOf(
    { length: before.length, isSame: (one, other) => isSame(before[one], after[other]), other: after.length },
    (one, other) => {
      const share = likeness(before[one] ?? [], after[other] ?? []);
      return share >= ALIKE ? share : 0;
    },
  );
  const pairs: PagePair[] = [];
  let [one, other] = [0, 0];
  for (const [left, right] of [...alike, [before.length, after.length] as const]) {
    while (one < left) pairs.push({ before: (one += 1), after: null });
    while (other < right) pairs.push({ before: null, after: (other += 1) });
    if (left < before.length && right < after.length) pairs.push({ before: (one += 1), after: (other += 1) });
  }
  return pairs;
}

/** Returns the words of two pages with what was removed and added. */
export function compareWords(before: readonly string[], after: readonly string[]): WordRun[] {
  const same = pairsOf(
    { length: before.length, isSame: (one, other) => before[one] === after[other], other: after.length },
    (one, other) => (before[one] === after[other] ? 1 : 0),
  );
  const runs: { kind: WordRun['kind']; words: string[] }[] = [];
  const add = (kind: WordRun['kind'], words: readonly string[]) => {
    if (words.length === 0) return;
    const last = runs.at(-1);
    if (last?.kind === kind) last.words.push(...words);
    else runs.push({ kind, words: [...words] });
  };
  let [one, other] = [0, 0];
  for (const [left, right] of [...same, [before.length, after.length] as const]) {
    add('removed', before.slice(one, left));
    add('added', after.slice(other, right));
    add('same', before.slice(left, left + 1));
    [one, other] = [left + 1, right + 1];
  }
  return runs.map(({ kind, words }) => ({ kind, text: words.join(' ') }));
}

/** Shortens what didn't change to a few words beside each change. */
export function shorten(runs: readonly WordRun[]): WordRun[] {
  return runs.map(({ kind, text }, at) => {
    const words = text.split(' ');
    const isFirst = at === 0;
    const isLast = at === runs.length - 1;
    const most = isFirst || isLast ? CONTEXT : 2 * CONTEXT;
    if (kind !== 'same' || words.length <= most) return { kind, text };
    const head = isFirst ? [] : words.slice(0, CONTEXT);
    const tail = isLast ? [] : words.slice(-CONTEXT);
    return { kind, text: [...head, '…', ...tail].join(' ') };
  });
}

function isSame(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length > 0 && one.length === other.length && one.every((word, at) => word === other[at]);
}

/** Returns the share of words that two pages have in common, 0–1. Two pages without text count as alike: their pictures decide. */
function likeness(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  return (2 * common) / (one.length + other.length);
}

interface Lists {
  length: number;
  other: number;
  isSame: (one: number, other: number) => boolean;
}

/**
 * Returns pairs of indexes of two lists, in order, that maximize the sum of their weights. Equal beginnings and ends are
 * paired first. If the rest is too long to compare, nothing in it is paired.
 */
function pairsOf(
  { length, other: otherLength, isSame: same }: Lists,
  weight: (one: number, other: number) => number,
): (readonly [number, number])[] {
  let start = 0;
  while (start < length && start < otherLength && same(start, start)) start += 1;
  let end = 0;
  while (end < length - start && end < otherLength - start && same(length - 1 - end, otherLength - 1 - end))
    end += 1;
  const [rows, columns] = [length - start - end, otherLength - start - end];
  const pairs: (readonly [number, number])[] = Array.from({ length: start }, (_, at) => [at, at] as const);
  if (rows * columns <= MOST_CELLS) pairs.push(...bestPairs(start, rows, columns, weight));
  for (let at = end; at > 0; at -= 1) pairs.push([length - at, otherLength - at]);
  return pairs;
}

function bestPairs(
  start: number,
  rows: number,
  columns: number,
  weight: (one: number, other: number) => number,
): (readonly [number, number])[] {
  const wide = columns + 1;
  const best = new Float32Array((rows + 1) * wide);
  const gains = new Float32Array(rows * columns);
  const at = (table: Float32Array, index: number) => table[index] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const gain = weight(start + row, start + column);
      gains[row * columns + column] = gain;
      best[row * wide + column] = Math.max(
        at(best, (row + 1) * wide + column),
        at(best, row * wide + column + 1),
        gain > 0 ? gain + at(best, (row + 1) * wide + column + 1) : 0,
      );
    }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const here = at(best, row * wide + column);
    const gain = at(gains, row * columns + column);
    if (gain > 0 && Math.abs(here - (gain + at(best, (row + 1) * wide + column + 1))) < 1e-3) {
      pairs.push([start + row, start + column]);
      row += 1;
      column += 1;
    } else if (here - at(best, (row + 1) * wide + column) < 1e-3) row += 1;
    else column += 1;
  }
  return pairs;
}

import { folded } from '../../../db/views/checklist-filter.ts';

/** Something that can be found by its name. */
export interface Findable {
  name: string;
  hint: string;
}

/** An entry prepared for searching, once for all keystrokes. */
export interface Indexed<Entry> {
  entry: Entry;
  name: string;
  hint: string;
  all: string;
}

export function indexed<Entry extends Findable>(entries: readonly Entry[]): Indexed<Entry>[] {
  return entries.map((entry) => {
    const name = folded(entry.name);
    const hint = folded(entry.hint);
    return { entry, name, hint, all: `${name} ${hint}` };
  });
}

/**
 * Returns at most `limit` entries that match a text: each of its words occurs in the name or the hint. Exact names come first,
 * then names that begin with the text, then names with words that begin with its words, then the others. Entries of the same
 * rank keep their order.
 */
export function ranked<Entry>(index: readonly Indexed<Entry>[], text: string, limit: number): Entry[] {
  return bestMatches(index, text, limit, matchesAnywhere).entries;
}

/** The best matches. `more` is set if others were left out. */
export interface Matches<Entry> {
  entries: Entry[];
  more: boolean;
}

/**
 * Like `ranked`, but the caller decides what matches. A name that begins with the text must always match: once there are enough
 * good matches, only such names are searched for, because a single letter matches thousands.
 */
export function bestMatches<Entry>(
  index: readonly Indexed<Entry>[],
  text: string,
  limit: number,
  matches: (candidate: Indexed<Entry>, words: readonly string[]) => boolean,
): Matches<Entry> {
  const wanted = folded(text.trim());
  const words = wanted.split(/\s+/).filter(Boolean);
  const tiers: [Entry[], Entry[], Entry[], Entry[]] = [[], [], [], []];
  if (words.length > 0) {
    for (const candidate of index) {
      const { entry, name } = candidate;
      const isBeginning = name.startsWith(wanted);
      const isEnough = tiers[0].length + tiers[1].length + tiers[2].length > limit;
      if (isEnough ? !isBeginning : !matches(candidate, words)) continue;
      if (name === wanted) tiers[0].push(entry);
      else if (isBeginning) tiers[1].push(entry);
      else if (words.every((word) => beginsAWord(name, word))) tiers[2].push(entry);
      else tiers[3].push(entry);
    }
  }
  const all = tiers.flat();
  return {
    entries: all.slice(0, limit),
    more: all.length > limit,
  };
}

/** Returns whether each word occurs in the name or the hint. */
export function matchesAnywhere({ all }: Indexed<unknown>, words: readonly string[]): boolean {
  return words.every((word) => all.includes(word));
}

/** Like `matchesAnywhere`, but the hint alone is not enough: the name of a transaction must not match every document in it. */
export function matchesByName(candidate: Indexed<unknown>, words: readonly string[]): boolean {
  if (!matchesAnywhere(candidate, words)) return false;
  const { name, hint } = candidate;
  return words.some((word) => !hint.includes(word)) || words.every((word) => name.includes(word));
}

function beginsAWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const before = name[at - 1];
    if (before === undefined || !/[\p{L}\p{N}]/u.test(before)) return true;
  }
  return false;
}

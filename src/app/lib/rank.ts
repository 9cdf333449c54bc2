import { folded } from '../../db/views/checklist-filter.ts';

/** Something that can be found by what it is called. */
export interface Findable {
  name: string;
  hint: string;
}

/** The same, ready to be looked for: made once for all keys. */
export interface Indexed<Entry> {
  entry: Entry;
  name: string;
  all: string;
}

export function indexed<Entry extends Findable>(entries: readonly Entry[]): Indexed<Entry>[] {
  return entries.map((entry) => {
    const name = folded(entry.name);
    return { entry, name, all: `${name} ${folded(entry.hint)}` };
  });
}

/**
 * What fits a text, at most `limit`: every word of it stands somewhere in the name or the hint. First where the name begins
 * with it, then where a word of the name does, then the others; within these as they came.
 */
export function ranked<Entry>(index: readonly Indexed<Entry>[], text: string, limit: number): Entry[] {
  const wanted = folded(text.trim());
  const words = wanted.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const tiers: [Entry[], Entry[], Entry[]] = [[], [], []];
  for (const { entry, name, all } of index) {
    if (!words.every((word) => all.includes(word))) continue;
    if (name.startsWith(wanted)) tiers[0].push(entry);
    else if (words.every((word) => beginsAWord(name, word))) tiers[1].push(entry);
    else tiers[2].push(entry);
    if (tiers[0].length >= limit) break;
  }
  return tiers.flat().slice(0, limit);
}

function beginsAWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const before = name[at - 1];
    if (before === undefined || !/[\p{L}\p{N}]/u.test(before)) return true;
  }
  return false;
}

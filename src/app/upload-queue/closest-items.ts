import { folded } from '../../db/views/checklist-filter.ts';

/** Returns the items, sorted by how many words of their names also occur in the file's name. Ties keep their order. */
export function closestFirst<Item extends { name: string }>(items: readonly Item[], file: string): Item[] {
  const words = new Set(wordsOf(file));
  const share = new Map(
    items.map((item) => {
      const own = wordsOf(item.name);
      return [item, own.filter((word) => words.has(word)).length / Math.max(own.length, 1)];
    }),
  );
  return items.toSorted((one, other) => (share.get(other) ?? 0) - (share.get(one) ?? 0));
}

function wordsOf(name: string): string[] {
  return folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

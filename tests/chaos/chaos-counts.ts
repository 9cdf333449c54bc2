export function addUp(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [what, count] of counts.flatMap((each) => [...each]))
    sum.set(what, (sum.get(what) ?? 0) + count);
  return sum;
}

export function countBy(names: readonly string[]): Map<string, number> {
  return addUp(names.map((name) => new Map([[name, 1]])));
}

/** Formats counts like `3 pass, 1 reset`. */
export function inWords(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

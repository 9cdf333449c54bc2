/**
 * Reduces a failing run by removing steps: first halves, then smaller pieces. Returns the positions of the
 * remaining steps. Each try is a complete run, so there are at most `most` of them.
 */
export async function fewestSteps(
  count: number,
  failsWith: (kept: readonly number[]) => Promise<boolean>,
  most = 120,
): Promise<number[]> {
  let kept = Array.from({ length: count }, (_, index) => index);
  let size = Math.ceil(kept.length / 2);
  for (let tries = 0; size >= 1 && tries < most;) {
    let without: number[] | null = null;
    for (let from = kept.length; from > 0 && !without && tries < most; from -= size) {
      const fewer = [...kept.slice(0, Math.max(from - size, 0)), ...kept.slice(from)];
      tries += 1;
      if (await failsWith(fewer)) without = fewer;
    }
    if (without) kept = without;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
    size = Math.min(size, Math.max(kept.length, 0));
  }
  return kept;
}

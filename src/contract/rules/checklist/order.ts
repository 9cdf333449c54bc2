/** A row with an order among its siblings. If two have the same one, the uuid decides. */
interface Ordered {
  uuid: string;
  order: number;
}

/** Compares rows by their order. */
export function byOrder(one: Ordered, other: Ordered): number {
  return one.order - other.order || (one.uuid < other.uuid ? -1 : 1);
}

/** Returns a list with a block in it at `index`, which is clamped; undefined = the end. */
export function withInserted<Row>(
  list: readonly Row[],
  block: readonly Row[],
  index: number | undefined,
): Row[] {
  return list.toSpliced(Math.min(Math.max(index ?? list.length, 0), list.length), 0, ...block);
}

/**
 * Returns the index in `ids` right after `after`; null means the first position. Returns undefined for the end, if
 * `after` is undefined or no longer there.
 */
export function indexAfter(ids: readonly string[], after: string | null | undefined): number | undefined {
  if (after === null) return 0;
  const at = after === undefined ? -1 : ids.indexOf(after);
  return at < 0 ? undefined : at + 1;
}

/** A row with an order among its siblings. Two may have the same one: then the uuid decides. */
interface Ordered {
  uuid: string;
  order: number;
}

/** Compares rows by their order. */
export function byOrder(one: Ordered, other: Ordered): number {
  return one.order - other.order || (one.uuid < other.uuid ? -1 : 1);
}

/**
 * Returns the index in `ids` just behind `after`, where null is the very first place. Undefined means the end: `after` is
 * undefined itself, or no longer there.
 */
export function indexAfter(ids: readonly string[], after: string | null | undefined): number | undefined {
  if (after === null) return 0;
  const at = after === undefined ? -1 : ids.indexOf(after);
  return at < 0 ? undefined : at + 1;
}

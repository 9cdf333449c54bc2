import type { ChildLists } from '../../contract/rules/child-lists.ts';

/**
 * The index, counted without `moved`, behind `after` in a parent's list: null = first. Undefined, which means the end,
 * when `after` is gone.
 */
export function indexAfter(
  lists: ChildLists,
  place: { parent: string; after: string | null },
  moved: ReadonlySet<string> = new Set(),
): number | undefined {
  if (place.after === null) return 0;
  const rest = (lists.get(place.parent) ?? []).filter((id) => !moved.has(id));
  const at = rest.indexOf(place.after);
  return at < 0 ? undefined : at + 1;
}

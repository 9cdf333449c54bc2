import type { ChildLists } from './child-lists.ts';
import { indexAfter } from './order.ts';

/** A place on the checklist: at the head or the end of a list, or after one of its rows. */
export interface Place {
  /** An element's uuid, or `TOP`. */
  parent: string;
  /** The sibling that it comes after; null = first, absent = the end. */
  after?: string | null | undefined;
}

/** The index of a place in its parent's list, counted without `moved`; undefined = the end. */
export function indexOfPlace(
  lists: ChildLists,
  { parent, after }: Place,
  moved: ReadonlySet<string> = new Set(),
): number | undefined {
  const rest = (lists.get(parent) ?? []).filter((id) => !moved.has(id));
  return indexAfter(rest, after);
}

/** Returns the uuid before this one in a list, for a place in front of it; null if it is the first. */
export function before(list: readonly string[], uuid: string): string | null {
  return list[list.indexOf(uuid) - 1] ?? null;
}

import { useState } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';

/** A row or column that a virtual grid mounts. */
export interface MountedItem extends Pick<VirtualItem, 'index' | 'start' | 'size'> {
  /** React key. */
  key: number;
}

/**
 * Returns the next items of a virtual grid. Items that stay mounted keep their keys. After a jump to a part of the grid where
 * none of the previous items is mounted except the pinned one, the new items reuse the previous keys in order, so that React
 * updates the elements instead of replacing them. After a short scroll, reused keys would make React move most elements.
 */
export function nextItems(
  last: readonly MountedItem[],
  items: readonly Omit<MountedItem, 'key'>[],
  pinned: number,
): readonly MountedItem[] {
  if (items.length === last.length && items.every((item, at) => isSame(item, last[at]))) return last;
  const keys = new Map(last.map(({ index, key }) => [index, key]));
  const isJump = items.every(({ index }) => index === pinned || !keys.has(index));
  const shown = new Set(items.map(({ index }) => index));
  const free = isJump ? last.flatMap(({ index, key }) => (shown.has(index) ? [] : key)) : [];
  let unused = Math.max(-1, ...keys.values());
  return items.map(({ index, start, size }) => {
    const key = keys.get(index) ?? free.shift() ?? (unused += 1);
    return { key, index, start, size };
  });
}

function isSame(one: Omit<MountedItem, 'key'>, other: MountedItem | undefined): boolean {
  return one.index === other?.index && one.start === other.start && one.size === other.size;
}

/** Returns a virtualizer's items with their keys: the same array until one of them changes. */
export function useMountedItems(items: readonly VirtualItem[], pinned: number): readonly MountedItem[] {
  const [last, setLast] = useState<readonly MountedItem[]>([]);
  const next = nextItems(last, items, pinned);
  if (next !== last) setLast(next);
  return next;
}

/** Returns the space taken by unmounted items before an item, px. `from`: where the first item of the grid starts. */
export function gapBefore(items: readonly MountedItem[], place: number, from: number): number {
  const before = items[place - 1];
  return (items[place]?.start ?? from) - (before ? before.start + before.size : from);
}

import { useEffect, useState } from 'react';
import { placesIn, TOP, type ChildLists } from '../../contract/rules/checklist/child-lists.ts';

type Collapsed = ReadonlySet<string>;

interface Folds {
  collapsed: Collapsed;
  fold: (uuid: string, close: boolean) => void;
  /** Expands the row and its ancestors. */
  unfold: (uuid: string, lists: ChildLists) => void;
  /** Collapses exactly these rows. */
  foldAll: (uuids: readonly string[]) => void;
}

/**
 * Which rows of a deal are collapsed. The tab remembers them across pages. If the browser blocks storage, they last until the
 * user leaves the checklist.
 */
export function useFolds(transaction: string): Folds {
  const [collapsed, setCollapsed] = useState<Collapsed>(() => stored(transaction));
  useEffect(() => store(transaction, collapsed), [transaction, collapsed]);
  return {
    collapsed,
    fold: (uuid, close) =>
      setCollapsed((last) => {
        const next = new Set(last);
        if (close) next.add(uuid);
        else next.delete(uuid);
        return next;
      }),
    unfold: (uuid, lists) =>
      setCollapsed((last) => {
        // Nothing is collapsed: no need to render.
        if (last.size === 0) return last;
        const places = placesIn(lists);
        const next = new Set(last);
        for (let at: string | undefined = uuid; at !== undefined && at !== TOP; at = places.get(at)?.parent)
          next.delete(at);
        return next;
      }),
    foldAll: (uuids) => setCollapsed(new Set(uuids)),
  };
}

function keyOf(transaction: string): string {
  return `counterpart-collapsed-${transaction}`;
}

function stored(transaction: string): Collapsed {
  try {
    const ids = sessionStorage.getItem(keyOf(transaction))?.split(',') ?? [];
    return new Set(ids.filter(Boolean));
  } catch {
    return new Set();
  }
}

function store(transaction: string, collapsed: Collapsed): void {
  try {
    if (collapsed.size === 0) sessionStorage.removeItem(keyOf(transaction));
    else sessionStorage.setItem(keyOf(transaction), [...collapsed].join());
  } catch {
    // The browser blocks storage for this site.
  }
}

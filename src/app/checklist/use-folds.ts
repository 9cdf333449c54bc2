import { useEffect, useState } from 'react';
import { placesIn, TOP, type ChildLists } from '../../contract/rules/checklist/child-lists.ts';

type Collapsed = ReadonlySet<string>;

interface Folds {
  /** What is folded away. */
  collapsed: Collapsed;
  fold: (uuid: string, close: boolean) => void;
  /** Opens it with all that it lies under. */
  unfold: (uuid: string, lists: ChildLists) => void;
  /** These and no others are folded away. */
  foldAll: (uuids: readonly string[]) => void;
}

/**
 * Which headers of a deal are folded away; remembered for as long as the tab lives, whichever page the person looks at
 * meanwhile. Where the browser keeps nothing for this site it holds until the checklist is left.
 */
export function useFolds(transaction: string): Folds {
  const [collapsed, setCollapsed] = useState<Collapsed>(() => kept(transaction));
  useEffect(() => keep(transaction, collapsed), [transaction, collapsed]);
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
        // Nothing to be painted for.
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

function kept(transaction: string): Collapsed {
  try {
    const ids = sessionStorage.getItem(keyOf(transaction))?.split(',') ?? [];
    return new Set(ids.filter(Boolean));
  } catch {
    return new Set();
  }
}

function keep(transaction: string, collapsed: Collapsed): void {
  try {
    if (collapsed.size === 0) sessionStorage.removeItem(keyOf(transaction));
    else sessionStorage.setItem(keyOf(transaction), [...collapsed].join());
  } catch {
    // Browsers that keep nothing for this site refuse it.
  }
}

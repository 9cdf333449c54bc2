import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

type Collapsed = ReadonlySet<string>;

/**
 * Which headers of a deal are folded away; remembered for as long as the tab lives, whichever page the person looks at
 * meanwhile. Where the browser keeps nothing for this site it holds until the checklist is left.
 */
export function useCollapsed(transaction: string): [Collapsed, Dispatch<SetStateAction<Collapsed>>] {
  const [collapsed, setCollapsed] = useState<Collapsed>(() => kept(transaction));
  useEffect(() => keep(transaction, collapsed), [transaction, collapsed]);
  return [collapsed, setCollapsed];
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

import { useState } from 'react';

/** How the documents are laid out. */
export type Layout = 'list' | 'grid';

const KEPT_AS = 'counterpart-documents-layout';

/** The person's choice, remembered on this device; where it cannot be kept it holds until the page is left. */
export function useLayoutChoice(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (kept() === 'grid' ? 'grid' : 'list'));
  const choose = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(KEPT_AS, next);
    } catch {
      // Browsers that keep nothing for this site refuse it.
    }
  };
  return [layout, choose];
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

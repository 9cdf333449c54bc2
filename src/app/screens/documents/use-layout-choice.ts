import { useState } from 'react';

export type Layout = 'list' | 'grid';

const STORAGE_KEY = 'counterpart-documents-layout';

/** The user's layout, remembered on this device. If the browser blocks storage, it lasts until the user leaves the page. */
export function useLayoutChoice(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (stored() === 'grid' ? 'grid' : 'list'));
  const choose = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(STORAGE_KEY, next);
    } catch {
      // The browser blocks storage for this site.
    }
  };
  return [layout, choose];
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

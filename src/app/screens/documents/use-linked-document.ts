import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { PlacedDocument } from './arrange-documents.ts';

/** Calls `follow` with the position of the document that `?itemId=` names (docs/product/documents.md, "Reading"): once for each link. */
export function useLinkedDocument(
  shown: readonly PlacedDocument[],
  follow: (document: PlacedDocument, index: number) => void,
): void {
  const item = useSearchParams()[0].get('itemId');
  const { key: address } = useLocation();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (item === null || followed.current === address) return;
    const index = shown.findIndex((document) => document.item?.uuid === item);
    const linked = shown[index];
    if (linked === undefined) return;
    followed.current = address;
    follow(linked, index);
  }, [item, address, shown, follow]);
}

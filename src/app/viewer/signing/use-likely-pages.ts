import { useMemo } from 'react';
import { isLikelySignaturePage } from '../../../contract/rules/signing/pages/likely-signature-page.ts';
import type { PageText } from '../page/page-text.ts';

/** Returns the numbers of the pages that look like signature pages, among those whose text has been read. */
export function useLikelyPages(texts: readonly (PageText | undefined)[]): readonly number[] {
  return useMemo(
    () => texts.flatMap((text, index) => (text && isLikelySignaturePage(text.text) ? [index + 1] : [])),
    [texts],
  );
}

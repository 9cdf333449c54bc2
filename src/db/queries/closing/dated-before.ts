import type { CoveredDocument, PastRelease } from './closing-board.ts';

/**
 * Returns the documents of a release that got an effective date from an earlier release, with the latest such date.
 * @param past latest first
 */
export function datedBefore(
  documents: readonly Pick<CoveredDocument, 'item' | 'name'>[],
  past: readonly PastRelease[],
): { item: string; name: string; date: string }[] {
  return documents.flatMap(({ item, name }) => {
    const dated = past.find(
      ({ row, items }) => row.status === 'released' && row.effectiveDate !== null && items.includes(item),
    );
    const date = dated?.row.effectiveDate ?? null;
    return date === null ? [] : [{ item, name, date }];
  });
}

/**
 * Returns the position of a file's page among its item's signature pages: after the marked pages that precede it in the file,
 * and before all other pages.
 * @param numbers the page numbers of the item's signature pages, in order; null for a page that isn't part of a file
 */
export function placeOfFilePage(numbers: readonly (number | null)[], number: number): number {
  return numbers.findLastIndex((each) => each !== null && each < number) + 1;
}

/**
 * Returns whether a signature page is a marked page of an earlier version of its document. Nobody signs it anymore: it isn't part of the
 * document, and can't be sent.
 * @param current the document's current version
 */
export function isOfEarlierVersion(
  { document }: { document: string | null },
  current: string | null | undefined,
): boolean {
  return document !== null && document !== current;
}
